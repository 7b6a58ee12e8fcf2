-- Reads who holds a lock, and changes nothing.
--
-- A script so that owner and time left are from the same moment.
--
-- KEYS  1 lock (string or hash)  2 the counter of its fencing tokens (string), if there is one
-- Returns how many commands this look is counted as. If the lock exists, also returns the time in microseconds, the
-- milliseconds left or -1, the latest token or an empty text, and the value, or the fields with their values
local left = redis.call('PTTL', KEYS[1])
if left == -2 then
    return {2}
end
local time = redis.call('TIME')
local at = string.format('%.0f', time[1] * 1000000 + time[2])
local seen = {6, at, left, redis.call('GET', KEYS[2]) or ''}
if redis.call('TYPE', KEYS[1]).ok == 'hash' then
    for _, word in ipairs(redis.call('HGETALL', KEYS[1])) do
        table.insert(seen, word)
    end
else
    table.insert(seen, redis.call('GET', KEYS[1]))
end
return seen
