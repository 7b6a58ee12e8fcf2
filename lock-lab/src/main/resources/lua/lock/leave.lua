-- Leaves a reentrant lock once; frees it when its owner has left as often as it has entered.
--
-- Atomic because the test whose lock it is, the count and the deletion must be one.
--
-- KEYS  1 lock (hash: one field, the owner, with how often it has entered)
-- ARGV  1 owner  2 lease (ms), for whoever is still inside
-- Returns how often the owner is still inside, or -1 if the lock was not the owner's any more
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
    return -1
end
local entered = redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
if entered == 0 then
    redis.call('DEL', KEYS[1])
else
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return entered
