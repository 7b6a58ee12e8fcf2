-- Loads holders into a fenced gate, a chunk a call.
--
-- Atomic because a rebuild that lost its fence to another must not mix its holders with the other's.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> ticket id, see reserve.lua)
-- ARGV  1 fence  2 '1' for the first chunk, which empties the holders  3.. place, ticket id, place, ticket id, …
--
-- Returns
--   'LOADED'
--   'FENCE_LOST'   the gate is not fenced by this token (any more)
if redis.call('HGET', KEYS[1], 'fence') ~= ARGV[1] then
    return 'FENCE_LOST'
end
if ARGV[2] == '1' then
    redis.call('DEL', KEYS[2])
end
for i = 3, #ARGV, 2 do
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
end
return 'LOADED'
