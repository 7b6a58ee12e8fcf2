-- Forgets all holders of a closed gate, before they are loaded anew. Redis frees their memory later, in another thread: a
-- million of them would keep it from everything else.
--
-- A call that is repeated may come when holders were loaded since: then it forgets nobody.
--
-- Atomic because a rebuild that lost its lease to another must not forget the other's holders.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id, see reserve.lua)
-- ARGV  1 rebuild lease  2 a name for this call, which no other has
--
-- Returns
--   'EMPTIED'      by this call or the one that it repeats
--   'LEASE_LOST'   the gate is not closed under this lease (any more)
local lease, emptied = unpack(redis.call('HMGET', KEYS[1], 'lease', 'emptied'))
if lease ~= ARGV[1] then
    return 'LEASE_LOST'
end
if emptied ~= ARGV[2] then
    redis.call('UNLINK', KEYS[2])
    redis.call('HSET', KEYS[1], 'emptied', ARGV[2])
end
return 'EMPTIED'
