-- Notes the load of one instance, and reads the recent loads of all.
--
-- Atomic only because one call both writes and reads.
--
-- KEYS  1 strain (hash: instance -> 'when it said so (ms):what it said')
-- ARGV  1 instance  2 its load  3 after how long a silent instance counts as gone (ms)
--
-- Returns {instance, its load, ..} of all that are there, in no sequence
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now) .. ':' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local said = redis.call('HGETALL', KEYS[1])
local answer = {}
for i = 1, #said, 2 do
    local at, what = string.match(said[i + 1], '^(%d+):(.*)$')
    if at and now - tonumber(at) < tonumber(ARGV[3]) then
        table.insert(answer, said[i])
        table.insert(answer, what)
    else
        redis.call('HDEL', KEYS[1], said[i])
    end
end
return answer
