# A list of records of 64-bit words that keeps each record once, the first that comes.
from libc.stddef cimport size_t
from libc.stdint cimport SIZE_MAX, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

cdef enum:
    FEW = 12  # so many records are looked through one by one, more by their hashes
    FIRST_ROOM = 16

cdef struct Distinct:
    uint64_t* words
    uint32_t* slots   # by hash, 1 + the place of a record, 0 for none
    size_t width      # words of a record
    size_t key        # the first ones, by which records differ
    size_t first      # the records before this one are those of others
    size_t count
    size_t room
    size_t slot_count  # in use, a power of two: few after few records, whatever came before
    size_t slot_room
    bint hashed
    bint failed       # no memory: what is here is not all


cdef inline void begin_distinct(Distinct* all, size_t width, size_t key) noexcept nogil:
    memset(all, 0, sizeof(all[0]))
    all.width = width
    all.key = key


cdef inline void free_distinct(Distinct* all) noexcept nogil:
    free(all.words)
    free(all.slots)


cdef inline void clear(Distinct* all) noexcept nogil:
    all.first = all.count = 0
    all.hashed = False


cdef inline void close_group(Distinct* all) noexcept nogil:
    """From now on, records differ from each other but not from those that are here."""
    all.first = all.count
    all.hashed = False


cdef inline uint64_t* record_at(const Distinct* all, size_t place) noexcept nogil:
    return all.words + place * all.width


cdef inline bint is_same(const uint64_t* one, const uint64_t* other, size_t key) noexcept nogil:
    cdef size_t word
    for word in range(key):
        if one[word] != other[word]:
            return False
    return True


cdef inline size_t hash_of(const uint64_t* record, size_t key) noexcept nogil:
    cdef uint64_t mixed = 0
    cdef size_t word
    for word in range(key):
        mixed = (mixed ^ record[word]) * <uint64_t> 0x9e3779b97f4a7c15
        mixed ^= mixed >> 32
    return <size_t> mixed


cdef inline size_t slot_of(const Distinct* all, const uint64_t* record) noexcept nogil:
    """The slot of a record like this one, or the free one where it belongs."""
    cdef size_t slot = hash_of(record, all.key) & (all.slot_count - 1)
    while all.slots[slot] and not is_same(record_at(all, all.slots[slot] - 1), record, all.key):
        slot = (slot + 1) & (all.slot_count - 1)
    return slot


cdef inline bint hash_all(Distinct* all) noexcept nogil:
    """Make room for the hashes and enter all records; False if there is no memory."""
    cdef size_t place, wanted = 4 * FIRST_ROOM
    cdef uint32_t* slots
    while wanted < 4 * (all.count - all.first):
        wanted *= 2
    if wanted > all.slot_room:
        slots = <uint32_t*> realloc(all.slots, wanted * sizeof(uint32_t))
        if slots == NULL:
            return False
        all.slots = slots
        all.slot_room = wanted
    all.slot_count = wanted
    memset(all.slots, 0, all.slot_count * sizeof(uint32_t))
    for place in range(all.first, all.count):
        all.slots[slot_of(all, record_at(all, place))] = <uint32_t> place + 1
    all.hashed = True
    return True


cdef inline bint grow(Distinct* all) noexcept nogil:
    cdef size_t room = 2 * all.room if all.room else FIRST_ROOM
    cdef uint64_t* words
    if room < <uint32_t> -1 and room <= SIZE_MAX // sizeof(uint64_t) // all.width:
        words = <uint64_t*> realloc(all.words, room * all.width * sizeof(uint64_t))
        if words != NULL:
            all.words = words
            all.room = room
            return True
    all.failed = True
    return False


cdef inline uint64_t* spare(Distinct* all) noexcept nogil:
    """Room for one more record, which `add` then adds; NULL if there is no memory."""
    if all.count == all.room and not grow(all):
        return NULL
    return record_at(all, all.count)


cdef inline void add_hashed(Distinct* all) noexcept nogil:
    cdef size_t slot
    if not all.hashed or 2 * (all.count - all.first) >= all.slot_count:
        if not hash_all(all):
            all.failed = True
            return
    slot = slot_of(all, record_at(all, all.count))
    if not all.slots[slot]:
        all.count += 1
        all.slots[slot] = <uint32_t> all.count


cdef inline void add(Distinct* all) noexcept nogil:
    """Add the record that was written to `spare` unless there is one like it."""
    cdef size_t place
    if all.count - all.first > FEW:
        add_hashed(all)
        return
    for place in range(all.first, all.count):
        if is_same(record_at(all, place), record_at(all, all.count), all.key):
            return
    all.count += 1
