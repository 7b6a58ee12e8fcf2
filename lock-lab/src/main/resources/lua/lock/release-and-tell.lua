-- Frees a lock if it is still its owner's, and tells those who wait.
--
-- Atomic because whoever is told must find the lock free.
--
-- KEYS  1 lock (string)
-- ARGV  1 owner  2 channel
-- Returns 1, or 0 if the lock was not the owner's any more
if redis.call('GET', KEYS[1]) == ARGV[1] then
    redis.call('DEL', KEYS[1])
    redis.call('PUBLISH', ARGV[2], 'released')
    return 1
end
return 0
