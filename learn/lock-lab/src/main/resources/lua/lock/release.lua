-- Releases a lock if it is still its owner's.
--
-- Atomic because the lease may expire between a GET and a DEL, and the DEL would then delete another owner's lock.
--
-- KEYS  1 lock (string)
-- ARGV  1 owner
-- Returns 1, or 0 if the lock was no longer the owner's
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
