-- Reads the entry of a sale.
--
-- Atomic because units, tickets and turns are compared with each other.
--
-- KEYS  1 gate (hash, see reserve.lua); 2 entry (hash, see open.lua); 3 turns (sorted set: number -> until when (ms));
--       4 tickets (sorted set: number -> expires at (ms)); 5 put back (sorted set: number -> place, see restore.lua)
-- ARGV  none
--
-- Returns
--   {'MISSING'}   gate or entry are not there, or of another run of the server
--   or fifteen strings: 'PRESENT'; now (ms); run; given; mark; serving; restored; pace; atOpening or ''; units that
--       neither a ticket nor a turn is out for (below 0 if there are too few); opens at (ms); closes at (ms);
--       unclaimed; how many restored numbers wait for their turn; unsold units
-- part /shared/run

local opensAt, closesAt, remaining, lease = unpack(redis.call('HMGET', KEYS[1], 'opensAt', 'closesAt', 'remaining',
    'lease'))
local runId, given, mark, serving, restored, pace, atOpening, unclaimed = unpack(redis.call('HMGET', KEYS[2], 'runId',
    'given', 'mark', 'serving', 'restored', 'pace', 'atOpening', 'unclaimed'))
local run = presentRun()
if not opensAt or lease or runId ~= run then
    return { 'MISSING' }
end
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local out = redis.call('ZCOUNT', KEYS[3], '(' .. now, '+inf') + redis.call('ZCOUNT', KEYS[4], '(' .. now, '+inf')
return { 'PRESENT', now, run, given, mark, serving, restored, pace, atOpening or '', tostring(tonumber(remaining) - out),
    opensAt, closesAt, unclaimed or '0', tostring(redis.call('ZCARD', KEYS[5])), remaining }
