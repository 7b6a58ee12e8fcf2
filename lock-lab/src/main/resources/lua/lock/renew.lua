-- Prolongs a lock if it is still its owner's.
--
-- Atomic because a lock that has become another's meanwhile must not be prolonged for them.
--
-- KEYS  1 lock (string)
-- ARGV  1 owner  2 lease (ms), from now
-- Returns 1, or 0 if the lock was not the owner's any more
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
