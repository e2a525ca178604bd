/* One hand of 34 counts as the numbers that the tables are indexed by.
 *
 * A suit is two keys in base 5: its column (ranks 1-4) and its row (ranks 5-9). The honours are two
 * columns: the winds, and the dragons with a fourth kind that is always 0. Eight counts at a time lie
 * in one 64-bit word, the first in the lowest byte; exactly the 34 bytes given are read.
 *
 * The four words are spelled out rather than looped over: a loop is vectorized through memory, which
 * costs more than the rest.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t word[4]; /* ranks 1-8 of each suit; rank 9 of bamboo before the seven honours */
    uint32_t nine[2]; /* rank 9 of characters and of dots */
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
    mj_row r = {
        {mj_load(counts), mj_load(counts + 9), mj_load(counts + 18), mj_load(counts + 26)},
        {counts[8], counts[17]},
    };
    return r;
}

/* Whether a count exceeds 4: then it, or it and 123, has bit 7. A carry comes only from such a count. */
static inline int mj_over(mj_row r) {
    const uint64_t more = 123 * MJ_EACH;
    uint64_t over = r.word[0] | r.word[1] | r.word[2] | r.word[3] | r.nine[0] | r.nine[1];
    over |= r.word[0] + more | r.word[1] + more | r.word[2] + more | r.word[3] + more;
    over |= r.nine[0] + 123 | r.nine[1] + 123;
    return (over & MJ_EACH << 7) != 0;
}

static inline mj_row mj_add(mj_row a, mj_row b) {
    mj_row sum = {
        {a.word[0] + b.word[0], a.word[1] + b.word[1], a.word[2] + b.word[2], a.word[3] + b.word[3]},
        {a.nine[0] + b.nine[0], a.nine[1] + b.nine[1]},
    };
    return sum;
}

/* The next functions take rows that are not over. */

static inline uint32_t mj_total(mj_row r) {
    uint64_t sums = r.word[0] + r.word[1] + r.word[2] + r.word[3];
    return (uint32_t)(sums * MJ_EACH >> 56) + r.nine[0] + r.nine[1];
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
    uint32_t high[3];
    mj_digits(r.word[0], &k.column[0], &high[0]);
    mj_digits(r.word[1], &k.column[1], &high[1]);
    mj_digits(r.word[2], &k.column[2], &high[2]);
    mj_digits(r.word[3] >> 8, &k.winds, &k.dragons);
    k.row[0] = 5 * high[0] + r.nine[0];
    k.row[1] = 5 * high[1] + r.nine[1];
    k.row[2] = 5 * high[2] + (uint32_t)(r.word[3] & 0xff);
    return k;
}

/* How many counts are odd. */
static inline uint32_t mj_odd(mj_row r) {
    uint64_t sums = (r.word[0] & MJ_EACH) + (r.word[1] & MJ_EACH) + (r.word[2] & MJ_EACH) + (r.word[3] & MJ_EACH);
    return (uint32_t)(sums * MJ_EACH >> 56) + (r.nine[0] & 1) + (r.nine[1] & 1);
}

/* Bit `place` of eight counts, the first one's lowest. */
static inline uint64_t mj_gather(uint64_t word, int place) {
    return (word >> place & MJ_EACH) * UINT64_C(0x0102040810204080) >> 56;
}

/* The kinds of which bit `place` of the count is set. */
static inline uint64_t mj_kinds(mj_row r, int place) {
    uint64_t nines = (uint64_t)(r.nine[0] >> place & 1) << 8 | (uint64_t)(r.nine[1] >> place & 1) << 17;
    return mj_gather(r.word[0], place) | mj_gather(r.word[1], place) << 9 | mj_gather(r.word[2], place) << 18 |
           mj_gather(r.word[3], place) << 26 | nines;
}

static inline uint32_t mj_count(uint64_t kinds) {
    kinds -= kinds >> 1 & UINT64_C(0x5555555555555555);
    kinds = (kinds & UINT64_C(0x3333333333333333)) + (kinds >> 2 & UINT64_C(0x3333333333333333));
    return (uint32_t)(((kinds + (kinds >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * MJ_EACH >> 56);
}

/* A mask of kinds as bytes of 0 or 1, `step` apart; 34 of them unless the row is no hand. */
static inline void mj_write_kinds(uint64_t kinds, char *out, ptrdiff_t step, ptrdiff_t length) {
    if (step != 1 || length != 34) {
        for (ptrdiff_t kind = 0; kind < length; kind++)
            out[kind * step] = (char)(kind < 34 && kinds >> kind & 1);
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
