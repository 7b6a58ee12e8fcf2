-- Begins to make the entry of a sale anew: forgets what is there of another run of the server.
--
-- The log is left: what an earlier run wrote and the server still has goes to MySQL. Atomic because an entry that somebody
-- else has just made must not be forgotten.
--
-- KEYS  1 gate (hash, see reserve.lua)  2 entry (hash, see open.lua), then all that belongs to it
-- ARGV  1 run of the server that MySQL lets give numbers
--
-- Returns
--   {'CLEARED', run, now (ms)}   to be filled and opened under this run
--   {'OPEN'}           it is of this run already, and MySQL knows so
--   {'NOT_YET'}        the gate has not been made on this run yet: units may be on their way that only it waits for
local runId, lease = unpack(redis.call('HMGET', KEYS[1], 'runId', 'lease'))
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') .. ':'
    .. string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
if lease or runId ~= run then
    return { 'NOT_YET' }
elseif redis.call('HGET', KEYS[2], 'runId') == run and ARGV[1] == run then
    return { 'OPEN' }
end
redis.call('DEL', unpack(KEYS, 2))
local time = redis.call('TIME')
return { 'CLEARED', run, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)) }
