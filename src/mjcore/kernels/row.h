/* One hand of 34 counts as the numbers that the tables are indexed by.
 *
 * A suit is two keys in base 5: its column (ranks 1-4) and its row (ranks 5-9). The honours are two
 * columns: the winds, and the dragons with a fourth kind that is always 0. Eight counts at a time lie
 * in one 64-bit word, the first in the lowest byte; exactly the 34 bytes given are read.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t word[4];  /* ranks 1-8 of each suit; the seven honours and a zero byte */
    uint32_t nine[3];  /* rank 9 of each suit */
} mj_row;

typedef struct {
    uint32_t row[3], column[3]; /* of each suit */
    uint32_t winds, dragons;
} mj_keys;

#define MJ_EACH UINT64_C(0x0101010101010101)

static inline uint64_t mj_load(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline mj_row mj_read(const uint8_t *counts) {
    mj_row r;
    for (int suit = 0; suit < 3; suit++) {
        r.word[suit] = mj_load(counts + 9 * suit);
        r.nine[suit] = counts[9 * suit + 8];
    }
    r.word[3] = mj_load(counts + 26) >> 8;
    return r;
}

/* Whether a count exceeds 4. A carry out of a byte comes only from a byte that exceeds it too. */
static inline int mj_over(mj_row r) {
    uint64_t over = 0;
    for (int group = 0; group < 4; group++)
        over |= r.word[group] | (r.word[group] + 123 * MJ_EACH);
    return (over & (MJ_EACH << 7)) != 0 || (r.nine[0] > 4) | (r.nine[1] > 4) | (r.nine[2] > 4);
}

static inline mj_row mj_add(mj_row a, mj_row b) {
    for (int group = 0; group < 4; group++)
        a.word[group] += b.word[group];
    for (int suit = 0; suit < 3; suit++)
        a.nine[suit] += b.nine[suit];
    return a;
}

/* The next functions take rows that are not over. */

static inline uint32_t mj_total(mj_row r) {
    uint64_t sums = r.word[0] + r.word[1] + r.word[2] + r.word[3];
    return (uint32_t)(sums * MJ_EACH >> 56) + r.nine[0] + r.nine[1] + r.nine[2];
}

/* Eight counts as two numbers of four digits in base 5, the earlier kind the higher digit. */
static inline void mj_digits(uint64_t word, uint32_t *first, uint32_t *second) {
    uint64_t pairs = word * (1 + (UINT64_C(5) << 8)) >> 8 & UINT64_C(0x00ff00ff00ff00ff);
    uint64_t fours = pairs * (1 + (UINT64_C(25) << 16)) >> 16;
    *first = (uint32_t)(fours & 0xffff);
    *second = (uint32_t)(fours >> 32);
}

static inline mj_keys mj_make_keys(mj_row r) {
    mj_keys k;
    for (int suit = 0; suit < 3; suit++) {
        uint32_t high;
        mj_digits(r.word[suit], &k.column[suit], &high);
        k.row[suit] = 5 * high + r.nine[suit];
    }
    mj_digits(r.word[3], &k.winds, &k.dragons);
    return k;
}

/* How many counts are odd. */
static inline uint32_t mj_odd(mj_row r) {
    uint64_t sums = 0;
    for (int group = 0; group < 4; group++)
        sums += r.word[group] & MJ_EACH;
    return (uint32_t)(sums * MJ_EACH >> 56) + (r.nine[0] & 1) + (r.nine[1] & 1) + (r.nine[2] & 1);
}

/* Kinds by one bit of their counts: bit `kind` is set where bit `place` of the count is. */
static inline uint64_t mj_kinds(mj_row r, int place) {
    const uint64_t gather = UINT64_C(0x0102040810204080);
    uint64_t kinds = 0;
    for (int group = 0; group < 4; group++)
        kinds |= ((r.word[group] >> place & MJ_EACH) * gather >> 56) << 9 * group;
    for (int suit = 0; suit < 3; suit++)
        kinds |= (uint64_t)(r.nine[suit] >> place & 1) << (9 * suit + 8);
    return kinds;
}

static inline uint32_t mj_count(uint64_t kinds) {
    kinds -= kinds >> 1 & UINT64_C(0x5555555555555555);
    kinds = (kinds & UINT64_C(0x3333333333333333)) + (kinds >> 2 & UINT64_C(0x3333333333333333));
    return (uint32_t)(((kinds + (kinds >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * MJ_EACH >> 56);
}

/* A mask of kinds as 34 bytes of 0 or 1, `step` apart. */
static inline void mj_write_kinds(uint64_t kinds, char *out, ptrdiff_t step) {
    if (step != 1) {
        for (int kind = 0; kind < 34; kind++)
            out[kind * step] = (char)(kinds >> kind & 1);
        return;
    }
    for (int first = 0; first < 32; first += 8) {
        uint64_t spread = (kinds >> first & 0xff) * MJ_EACH & UINT64_C(0x8040201008040201);
        uint64_t word = (spread + 127 * MJ_EACH) >> 7 & MJ_EACH;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        memcpy(out + first, &word, 8);
    }
    out[32] = (char)(kinds >> 32 & 1);
    out[33] = (char)(kinds >> 33 & 1);
}
