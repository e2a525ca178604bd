# How many tiles are missing for melds and a pair, by classes of groups. See tables/distance.py.
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from mjcore.kernels.row cimport COLUMN0, COLUMN1, COLUMN2, DRAGONS, ROW0, ROW1, ROW2, WINDS

cdef extern from *:
    """
    #include "distance_tables.h"
    typedef struct {
        const uint32_t *row;
        const uint16_t *column, *winds, *first, *second;
        const uint8_t *suit, *honours, *dragons, *missing;
        uint32_t suits, honour_classes, firsts, seconds;
    } mj_tables;
    #define MJ_TABLES(P) { \\
        P##_ROW, P##_COLUMN, P##_WINDS, P##_FIRST, P##_SECOND, P##_SUIT, P##_HONOURS, P##_DRAGONS, P##_MISSING, \\
        P##_FIRST_COLUMNS, P##_SECOND_COLUMNS, P##_MISSING_ROWS / 6, P##_MISSING_COLUMNS}
    static const mj_tables mj_four = MJ_TABLES(FOUR), mj_more = MJ_TABLES(MORE);
    """
    ctypedef struct Tables "mj_tables":
        const uint32_t* row
        const uint16_t* column
        const uint16_t* winds
        const uint16_t* first
        const uint16_t* second
        const uint8_t* suit
        const uint8_t* honours
        const uint8_t* dragons
        const uint8_t* missing
        uint32_t suits
        uint32_t honour_classes
        uint32_t firsts
        uint32_t seconds
    const Tables FOUR "mj_four"
    const Tables MORE "mj_more"

# The classes of a hand's four groups.
cdef struct Groups:
    uint32_t suit[3]
    uint32_t honours


cdef inline const Tables* tables_for(uint32_t wilds) noexcept nogil:
    """Natural tiles stop at four of a kind; a wild tile held, or one yet to be drawn, does not."""
    return &MORE if wilds else &FOUR


cdef inline uint32_t suit_class(const Tables* t, uint32_t row, uint32_t column) noexcept nogil:
    return t.suit[<size_t> t.row[row] + t.column[column]]


cdef inline uint32_t honour_class(const Tables* t, uint32_t winds, uint32_t dragons) noexcept nogil:
    return t.honours[<size_t> t.winds[winds] + t.dragons[dragons]]


cdef inline Groups groups_of(const Tables* t, const uint32_t* key) noexcept nogil:
    cdef Groups groups
    groups.suit[0] = suit_class(t, key[ROW0], key[COLUMN0])
    groups.suit[1] = suit_class(t, key[ROW1], key[COLUMN1])
    groups.suit[2] = suit_class(t, key[ROW2], key[COLUMN2])
    groups.honours = honour_class(t, key[WINDS], key[DRAGONS])
    return groups


cdef inline size_t first_pair(const Tables* t, uint32_t suit0, uint32_t suit1) noexcept nogil:
    return t.first[suit0 * t.suits + suit1]


cdef inline size_t second_pair(const Tables* t, uint32_t suit2, uint32_t honours) noexcept nogil:
    return t.second[suit2 * t.honour_classes + honours]


cdef inline int missing_of(const Tables* t, uint32_t melds, size_t first, size_t second) noexcept nogil:
    return t.missing[(melds * t.firsts + first) * t.seconds + second]


cdef inline int missing_by(const Tables* t, const uint32_t* key, uint32_t melds) noexcept nogil:
    cdef Groups g = groups_of(t, key)
    return missing_of(t, melds, first_pair(t, g.suit[0], g.suit[1]), second_pair(t, g.suit[2], g.honours))


cdef inline int missing_melds(uint32_t wilds, const uint32_t* key, uint32_t melds) noexcept nogil:
    """Tiles missing for so many melds and a pair, wild tiles not yet taken off."""
    # Compiled for each: where the tables begin, and how wide they are, are constants then.
    return missing_by(&MORE, key, melds) if wilds else missing_by(&FOUR, key, melds)
