-- Takes a lock, or says how long to wait at most.
--
-- Atomic because a waiter who asked for the time in a second command might be told of another holder's.
--
-- KEYS  1 lock (string)
-- ARGV  1 owner  2 lease (ms)
-- Returns -1 if it is taken for the owner now, or the milliseconds that are left of the present holder's lease
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return -1
end
return math.max(redis.call('PTTL', KEYS[1]), 1)
