-- Leaves a reentrant lock once; releases it when its owner has left as often as it has entered.
--
-- Atomic because the check of the owner, the count and the deletion must be one step.
--
-- KEYS  1 lock (hash: one field, the owner, with how often it has entered)
-- ARGV  1 owner  2 lease (ms), if the owner is still inside
-- Returns the owner's remaining entries; -1 if the lock was no longer the owner's
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
