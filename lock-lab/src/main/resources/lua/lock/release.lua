-- Frees a lock if it is still its owner's.
--
-- Atomic because between a GET and a DEL the lease may end and the lock become another's, whom the DEL would rob.
--
-- KEYS  1 lock (string)
-- ARGV  1 owner
-- Returns 1, or 0 if the lock was not the owner's any more
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
