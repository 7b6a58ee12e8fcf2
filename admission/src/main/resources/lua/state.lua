-- Reads a gate.
--
-- Atomic because remaining and the number of holders are compared with each other.
--
-- KEYS  1 gate (hash)  2 holders (hash)
-- ARGV  none
--
-- Returns
--   {'MISSING'}   gate or holders are not (all) there
--   {'PRESENT', epoch, '1' while being rebuilt, '1' when made on this run of the server, remaining, total, revision,
--    opens at (ms), closes at (ms), returned, number of holders}
local gate = redis.call('HMGET', KEYS[1], 'epoch', 'lease', 'runId', 'remaining', 'total', 'revision', 'opensAt',
    'closesAt', 'returned')
local epoch, lease, runId, remaining, total, revision, opensAt, closesAt, returned = unpack(gate)
if not epoch or redis.call('HGET', KEYS[2], 'epoch') ~= epoch then
    return { 'MISSING' }
end
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
return { 'PRESENT', epoch, lease and '1' or '0', runId == run and '1' or '0', remaining, total, revision, opensAt,
    closesAt, returned, tostring(redis.call('HLEN', KEYS[2]) - 1) }
