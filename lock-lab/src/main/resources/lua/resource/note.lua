-- Writes one entry into the resource's journal.
--
-- A script because of the time: it is the resource's own, so that entries of several processes are in one order.
--
-- KEYS  1 journal (stream)
-- ARGV  1 kind: enter, leave, sold or died  2 item  3 who  4 shared or exclusive  5 fencing token, 0 for none
--       6 a number: what was written, how many were sold after how many microseconds
-- Returns the entry's id
local time = redis.call('TIME')
local at = string.format('%.0f', time[1] * 1000000 + time[2])
return redis.call('XADD', KEYS[1], '*', 'at', at, 'kind', ARGV[1], 'item', ARGV[2], 'who', ARGV[3], 'mode', ARGV[4],
    'token', ARGV[5], 'value', ARGV[6])
