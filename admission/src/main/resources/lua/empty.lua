-- Forgets all holders of a closed gate, before they are loaded anew. Redis frees their memory later, in another thread: a
-- million of them would keep it from everything else.
--
-- Atomic because a rebuild that lost its lease to another must not forget the other's holders.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id, see reserve.lua)
-- ARGV  1 rebuild lease
--
-- Returns
--   'EMPTIED'
--   'LEASE_LOST'   the gate is not closed under this lease (any more)
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then
    return 'LEASE_LOST'
end
redis.call('UNLINK', KEYS[2])
return 'EMPTIED'
