-- Sets the stock of an item and records who did it; refuses if tokens are checked and a later holder was here.
--
-- Atomic because a later holder could come between the comparison of the token and the write.
--
-- KEYS  1 journal (stream)  2 stock (string)  3 highest token (string)
-- ARGV  1 item  2 who  3 fencing token, 0 for none  4 the new stock  5 check tokens: 1 or 0
-- Returns 1, or 0 if it was refused
local time = redis.call('TIME')
local at = string.format('%.0f', time[1] * 1000000 + time[2])
local stale = ARGV[5] == '1' and tonumber(ARGV[3]) < tonumber(redis.call('GET', KEYS[3]) or 0)
if not stale then
    redis.call('SET', KEYS[2], ARGV[4])
end
redis.call('XADD', KEYS[1], '*', 'at', at, 'kind', stale and 'refused' or 'write', 'item', ARGV[1], 'who', ARGV[2],
    'mode', 'exclusive', 'token', ARGV[3], 'value', ARGV[4])
return stale and 0 or 1
