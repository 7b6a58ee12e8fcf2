-- Records that a client comes to an item, and remembers the highest fencing token that was ever shown.
--
-- The token counts from the moment its owner comes, not from the first write. Otherwise a stale writer could write
-- between the read and the write of its successor, and the two units sold would be deducted as one.
--
-- KEYS  1 journal (stream)  2 highest token (string)
-- ARGV  1 item  2 who  3 shared or exclusive  4 fencing token, 0 for none
local time = redis.call('TIME')
local at = string.format('%.0f', time[1] * 1000000 + time[2])
if tonumber(ARGV[4]) > tonumber(redis.call('GET', KEYS[2]) or 0) then
    redis.call('SET', KEYS[2], ARGV[4])
end
return redis.call('XADD', KEYS[1], '*', 'at', at, 'kind', 'enter', 'item', ARGV[1], 'who', ARGV[2], 'mode', ARGV[3],
    'token', ARGV[4], 'value', 0)
