-- Renews the lease of a lock if it is still its owner's.
--
-- Atomic because a lock that another owner has taken meanwhile must not be renewed.
--
-- KEYS  1 lock (string)
-- ARGV  1 owner  2 lease (ms), from now
-- Returns 1, or 0 if the lock was no longer the owner's
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
