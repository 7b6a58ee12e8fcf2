-- Takes a lock with an expiry: SETNX and PEXPIRE as one step.
--
-- Atomic because a process that dies between the two would leave a key without an expiry, for ever.
--
-- KEYS  1 lock (string)
-- ARGV  1 value  2 lease (ms)
-- Returns 1, or 0 if it is taken
if redis.call('SETNX', KEYS[1], ARGV[1]) == 0 then
    return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
