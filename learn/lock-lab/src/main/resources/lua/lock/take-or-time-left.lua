-- Takes a lock, or returns how long to wait at most.
--
-- Atomic because a second command for the time left might return that of a later holder.
--
-- KEYS  1 lock (string)
-- ARGV  1 owner  2 lease (ms)
-- Returns -1 if the owner has now taken it, or the milliseconds left of the present holder's lease
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return -1
end
return math.max(redis.call('PTTL', KEYS[1]), 1)
