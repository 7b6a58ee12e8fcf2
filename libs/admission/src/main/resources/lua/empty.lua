-- Forgets all holders of a closed gate, before they are loaded anew. Redis frees their memory later, in another thread,
-- as freeing a million of them would block everything else.
--
-- A repeated call may come after holders were loaded: then it forgets nobody.
--
-- Atomic because a rebuild that lost its lease to another must not forget the other's holders.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id, see reserve.lua)
-- ARGV  1 rebuild lease  2 a name for this call, which no other has
--
-- Returns
--   'EMPTIED'      by this call or the one that it repeats
--   'LEASE_LOST'   the gate is not, or no longer, closed under this lease
local lease, emptied = unpack(redis.call('HMGET', KEYS[1], 'lease', 'emptied'))
if lease ~= ARGV[1] then
    return 'LEASE_LOST'
end
if emptied ~= ARGV[2] then
    redis.call('UNLINK', KEYS[2])
    redis.call('HSET', KEYS[1], 'emptied', ARGV[2])
end
return 'EMPTIED'
