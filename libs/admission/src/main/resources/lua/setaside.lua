-- Moves an entry that can never be sent from an outbox to the dead letters, unchanged and with the reason.
--
-- Atomic because an entry must be in one of the two: nobody may forget it in between.
--
-- KEYS  1 outbox (stream)  2 dead letters (stream)
-- ARGV  1 entry id  2 reason
--
-- Returns
--   'SET_ASIDE'
--   'GONE'        there is no such entry, or no longer
local entry = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])[1]
if not entry then
    return 'GONE'
end
redis.call('XADD', KEYS[2], '*', 'entry', ARGV[1], 'reason', ARGV[2], unpack(entry[2]))
redis.call('XDEL', KEYS[1], ARGV[1])
return 'SET_ASIDE'
