-- Releases a lock if it is still its owner's, and notifies the waiters.
--
-- Atomic because a notified waiter must find the lock free.
--
-- KEYS  1 lock (string)
-- ARGV  1 owner  2 channel
-- Returns 1, or 0 if the lock was no longer the owner's
if redis.call('GET', KEYS[1]) == ARGV[1] then
    redis.call('DEL', KEYS[1])
    redis.call('PUBLISH', ARGV[2], 'released')
    return 1
end
return 0
