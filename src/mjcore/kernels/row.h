/* One hand of 34 counts as numbers: the keys that the tables are indexed by, and a few facts.
 *
 * A suit has two keys in base 5: its column (ranks 1-4) and its row (ranks 5-9). The honours have two like
 * columns: the winds, and the dragons with a fourth kind that is always 0. There are two readers that say the
 * same, mj_read_portable on 64-bit words and mj_read_avx2; each reads exactly the 34 bytes given, once.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MJ_EACH UINT64_C(0x0101010101010101)
#define MJ_BAD (UINT64_C(1) << 63)

/* The order in which the AVX2 reader leaves the keys. */
enum { MJ_ROW0, MJ_COLUMN0, MJ_ROW2, MJ_COLUMN2, MJ_ROW1, MJ_COLUMN1, MJ_WINDS, MJ_DRAGONS };

typedef struct {
    const uint32_t *key;
    uint32_t total;   /* of the counts */
    uint32_t odd;     /* how many counts are odd */
    uint64_t present; /* kinds with a tile, and with two or more */
    uint64_t paired;
    int over;         /* whether a count exceeds 4; then the rest says nothing */
} mj_row;

/* ---- Portable ------------------------------------------------------------------------------------------- */

/* Eight counts, the first in the lowest byte. */
static inline uint64_t mj_load(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Eight counts as two numbers of four digits in base 5, the earlier kind the higher digit. */
static inline void mj_digits(uint64_t word, uint32_t *first, uint32_t *second) {
    uint64_t pairs = word * (1 + (UINT64_C(5) << 8)) >> 8 & UINT64_C(0x00ff00ff00ff00ff);
    uint64_t fours = pairs * (1 + (UINT64_C(25) << 16)) >> 16;
    *first = (uint32_t)(fours & 0xffff);
    *second = (uint32_t)(fours >> 32);
}

/* Others may write to a row meanwhile: what was read from it is not to be read again. */
#if defined(__GNUC__)
#define MJ_READ(constraint, value) __asm__("" : "+" constraint(value))
#else
#define MJ_READ(constraint, value) ((void)0)
#endif

/* The first bit of each of eight counts, the first count's lowest. */
static inline uint64_t mj_gather(uint64_t word) {
    return (word & MJ_EACH) * UINT64_C(0x0102040810204080) >> 56;
}

/* The words are spelled out: as a loop they are vectorized through memory, which costs more than all the rest. */
static inline mj_row mj_read_portable(const uint8_t *counts, uint32_t *key) {
    const uint64_t more = 123 * MJ_EACH;
    uint64_t w0 = mj_load(counts), w1 = mj_load(counts + 9), w2 = mj_load(counts + 18), w3 = mj_load(counts + 26);
    uint32_t n0 = counts[8], n1 = counts[17], high0, high1, high2;
    MJ_READ("r", w0);
    MJ_READ("r", w1);
    MJ_READ("r", w2);
    MJ_READ("r", w3);
    MJ_READ("r", n0);
    MJ_READ("r", n1);
    /* A count above 4 has bit 7, or has it with 123 more. Only such a count carries into the next. */
    uint64_t over = w0 | w1 | w2 | w3 | n0 | n1 | (w0 + more) | (w1 + more) | (w2 + more) | (w3 + more);
    uint64_t odd = (w0 & MJ_EACH) + (w1 & MJ_EACH) + (w2 & MJ_EACH) + (w3 & MJ_EACH);
    mj_row row;
    mj_digits(w0, &key[MJ_COLUMN0], &high0);
    mj_digits(w1, &key[MJ_COLUMN1], &high1);
    mj_digits(w2, &key[MJ_COLUMN2], &high2);
    mj_digits(w3 >> 8, &key[MJ_WINDS], &key[MJ_DRAGONS]);
    key[MJ_ROW0] = 5 * high0 + n0;
    key[MJ_ROW1] = 5 * high1 + n1;
    key[MJ_ROW2] = 5 * high2 + (uint32_t)(w3 & 0xff);
    row.key = key;
    row.total = (uint32_t)((w0 + w1 + w2 + w3) * MJ_EACH >> 56) + n0 + n1;
    row.odd = (uint32_t)(odd * MJ_EACH >> 56) + (n0 & 1) + (n1 & 1);
    uint64_t p0 = w0 >> 1 | w0 >> 2, p1 = w1 >> 1 | w1 >> 2, p2 = w2 >> 1 | w2 >> 2, p3 = w3 >> 1 | w3 >> 2;
    row.present = mj_gather(w0 | p0) | mj_gather(w1 | p1) << 9 | mj_gather(w2 | p2) << 18 | mj_gather(w3 | p3) << 26 |
                  (uint64_t)(n0 != 0) << 8 | (uint64_t)(n1 != 0) << 17;
    row.paired = mj_gather(p0) | mj_gather(p1) << 9 | mj_gather(p2) << 18 | mj_gather(p3) << 26 |
                 (uint64_t)(n0 > 1) << 8 | (uint64_t)(n1 > 1) << 17;
    row.over = ((over | (n0 + 123) | (n1 + 123)) & MJ_EACH << 7) != 0;
    return row;
}

/* The kinds of which bit `place` of the count is set. */
static inline uint64_t mj_kinds_portable(const uint8_t *counts, int place) {
    return mj_gather(mj_load(counts) >> place) | mj_gather(mj_load(counts + 8) >> place) << 8 |
           mj_gather(mj_load(counts + 16) >> place) << 16 | mj_gather(mj_load(counts + 24) >> place) << 24 |
           mj_gather(mj_load(counts + 26) >> place) << 26;
}

static inline uint32_t mj_count_portable(uint64_t kinds) {
    kinds -= kinds >> 1 & UINT64_C(0x5555555555555555);
    kinds = (kinds & UINT64_C(0x3333333333333333)) + (kinds >> 2 & UINT64_C(0x3333333333333333));
    return (uint32_t)(((kinds + (kinds >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * MJ_EACH >> 56);
}

/* ---- AVX2 ----------------------------------------------------------------------------------------------- */

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define MJ_AVX2 __attribute__((target("avx2,bmi2,popcnt")))
#define MJ_FLATTEN __attribute__((flatten))

static inline int mj_has_avx2(void) {
    const char *portable = getenv("MJCORE_PORTABLE");
    if (portable && strcmp(portable, "0") != 0 && *portable)
        return 0;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

/* The kinds of which there are more than so many: two suits, the third with the honours. */
MJ_AVX2 static inline uint64_t mj_above(__m256i suits, __m128i others, char least) {
    uint32_t two = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(suits, _mm256_set1_epi8(least)));
    uint32_t rest = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(others, _mm_set1_epi8(least)));
    return (two & 0x1ff) | (two >> 7 & 0x3fe00) | (uint64_t)rest << 18;
}

/* Each half of a register holds one suit as: ranks 5-8, rank 9, nothing, ranks 1-4, nothing. The honours take the
 * fourth half, winds where ranks 5-8 are. Three multiply-adds by powers of 5 then make row and column of each. */
MJ_AVX2 static inline mj_row mj_read_avx2(const uint8_t *counts, uint32_t *key) {
#define NO -128
    const __m256i order = _mm256_setr_epi8(
        4, 5, 6, 7, 8, NO, NO, NO, 0, 1, 2, 3, NO, NO, NO, NO,
        4, 5, 6, 7, 8, NO, NO, NO, 0, 1, 2, 3, NO, NO, NO, NO);
    const __m256i order_honours = _mm256_setr_epi8(
        4, 5, 6, 7, 8, NO, NO, NO, 0, 1, 2, 3, NO, NO, NO, NO,
        9, 10, 11, 12, NO, NO, NO, NO, 13, 14, 15, NO, NO, NO, NO, NO);
#undef NO
    /* Digits of a key, two and two. Rank 9 and what stands alone count once. */
    const __m256i fives = _mm256_setr_epi8(
        5, 1, 5, 1, 1, 0, 0, 0, 5, 1, 5, 1, 0, 0, 0, 0, 5, 1, 5, 1, 1, 0, 0, 0, 5, 1, 5, 1, 0, 0, 0, 0);
    const __m256i squares = _mm256_setr_epi16(25, 1, 1, 0, 25, 1, 0, 0, 25, 1, 1, 0, 25, 1, 0, 0);
    const __m256i rows = _mm256_setr_epi16(5, 1, 1, 0, 5, 1, 1, 0, 5, 1, 1, 0, 1, 0, 1, 0);
    __m128i first = _mm_loadu_si128((const __m128i *)counts);
    __m128i second = _mm_loadu_si128((const __m128i *)(counts + 9));
    __m128i third = _mm_loadu_si128((const __m128i *)(counts + 18));
    __m256i two = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
    MJ_READ("x", two);
    MJ_READ("x", third);
    __m256i a = _mm256_shuffle_epi8(two, order);
    __m256i b = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(third), order_honours);
    __m256i over = _mm256_subs_epu8(_mm256_max_epu8(a, b), _mm256_set1_epi8(4));
    __m256i sums = _mm256_sad_epu8(_mm256_add_epi8(a, b), _mm256_setzero_si256());
    __m128i halves = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    __m256i keys_a = _mm256_madd_epi16(_mm256_maddubs_epi16(a, fives), squares);
    __m256i keys_b = _mm256_madd_epi16(_mm256_maddubs_epi16(b, fives), squares);
    __m256i keys = _mm256_madd_epi16(_mm256_packus_epi32(keys_a, keys_b), rows);
    uint32_t odd_a = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(a, 7));
    uint32_t odd_b = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(b, 7));
    mj_row row;
    _mm256_storeu_si256((__m256i *)key, keys);
    /* To be read back from memory: to take eight numbers out of a register costs more. */
    __asm__("" : "+m"(*(uint32_t (*)[8])key));
    row.key = key;
    row.total = (uint32_t)_mm_cvtsi128_si32(_mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves)));
    row.odd = (uint32_t)__builtin_popcount(odd_a) + (uint32_t)__builtin_popcount(odd_b);
    row.present = mj_above(two, third, 0);
    row.paired = mj_above(two, third, 1);
    row.over = !_mm256_testz_si256(over, over);
    return row;
}

MJ_AVX2 static inline uint64_t mj_kinds_avx2(const uint8_t *counts, int place) {
    __m256i most = _mm256_loadu_si256((const __m256i *)counts);
    __m256i tops = _mm256_sll_epi16(most, _mm_cvtsi32_si128(7 - place));
    uint32_t dragons = (uint32_t)(counts[32] >> place & 1) | (uint32_t)(counts[33] >> place & 1) << 1;
    return (uint32_t)_mm256_movemask_epi8(tops) | (uint64_t)dragons << 32;
}

MJ_AVX2 static inline uint32_t mj_count_avx2(uint64_t kinds) {
    return (uint32_t)_mm_popcnt_u64(kinds);
}

#else
#define MJ_AVX2
#define MJ_FLATTEN
#define mj_read_avx2 mj_read_portable
#define mj_kinds_avx2 mj_kinds_portable
#define mj_count_avx2 mj_count_portable
static inline int mj_has_avx2(void) { return 0; }
#endif

/* ---- Answers --------------------------------------------------------------------------------------------- */

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
