-- Loads holders into a closed gate, a chunk a call.
--
-- Atomic because a rebuild that lost its lease to another must not mix its holders with the other's.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id, see reserve.lua)
-- ARGV  1 rebuild lease  2.. place, reservation id, place, reservation id, …
--
-- Returns
--   'LOADED'
--   'LEASE_LOST'   the gate is not closed under this lease , or no longer
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then
    return 'LEASE_LOST'
end
redis.call('HSET', KEYS[2], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[2], 3600) -- -- in case nobody opens the gate
return 'LOADED'
