-- Writes one entry into the resource's journal.
--
-- A script so that the resource's own clock dates the entries, which puts all processes' entries in one order.
--
-- KEYS  1 journal (stream)
-- ARGV  1 kind: enter, leave, sold or died  2 item  3 who  4 shared or exclusive  5 fencing token, 0 for none
--       6 for a sale, the microseconds since the buyer's first attempt; otherwise 0
-- Returns the entry's id
local time = redis.call('TIME')
local at = string.format('%.0f', time[1] * 1000000 + time[2])
return redis.call('XADD', KEYS[1], '*', 'at', at, 'kind', ARGV[1], 'item', ARGV[2], 'who', ARGV[3], 'mode', ARGV[4],
    'token', ARGV[5], 'value', ARGV[6])
