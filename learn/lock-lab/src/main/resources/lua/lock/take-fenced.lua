-- Takes a lock and draws the next fencing token.
--
-- Atomic because the order of the tokens must be the order of the holders: with two commands the second holder could
-- draw before the first.
--
-- KEYS  1 lock (string)  2 counter (string), which never expires
-- ARGV  1 owner  2 lease (ms)
-- Returns the token, or nil if the lock is taken
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return redis.call('INCR', KEYS[2])
end
return nil
