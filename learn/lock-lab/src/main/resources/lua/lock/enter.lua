-- Enters a reentrant lock, for the first time or again, and renews its lease.
--
-- Atomic because the check of the owner, the count and the lease must be one step.
--
-- KEYS  1 lock (hash: one field, the owner, with how often it has entered)
-- ARGV  1 owner  2 lease (ms)
-- Returns how often the owner has now entered, or 0 if the lock is another's
if redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
    return 0
end
local entered = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return entered
