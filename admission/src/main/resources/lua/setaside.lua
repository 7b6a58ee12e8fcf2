-- Sets an entry of an outbox aside that can never be sent to the queue, unchanged and with the reason, for somebody to look at.
--
-- Atomic because an entry must be in one of the two: nobody may forget it in between.
--
-- KEYS  1 outbox (stream)  2 dead letters (stream)
-- ARGV  1 entry id  2 reason
--
-- Returns
--   'SET_ASIDE'
--   'GONE'        there is no such entry (any more)
local entry = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])[1]
if not entry then
    return 'GONE'
end
redis.call('XADD', KEYS[2], '*', 'entry', ARGV[1], 'reason', ARGV[2], unpack(entry[2]))
redis.call('XDEL', KEYS[1], ARGV[1])
return 'SET_ASIDE'
