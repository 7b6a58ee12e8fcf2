-- Takes units out of the gate of a bucket, for another bucket of the same campaign: half of what remains, at least one.
--
-- To be called while the rows of both buckets are locked in the database: so no rebuild of this gate can read them
-- before the commit that moves the same units there. If the process dies in between, nobody can have the units until
-- the reconciliation has seen that the gate has less than the database. If only the move fails, move-back.lua puts them
-- back.
--
-- Atomic because what is taken must not be reserved at the same moment.
--
-- KEYS  1 gate (hash)
--       2 this move (string: '<units> <epoch of the gate>', kept for an hour in case the call is repeated, or put back)
-- ARGV  none
--
-- Returns how many were taken, by this call or the one that it repeats: '0' if nothing remains, the move was put back,
-- or the gate is missing, being rebuilt or of another run of the server
-- part /shared/run

local before = redis.call('GET', KEYS[2])
if before then
    return string.match(before, '^%d+')
end
local epoch, lease, runId, remaining = unpack(redis.call('HMGET', KEYS[1], 'epoch', 'lease', 'runId', 'remaining'))
if not epoch or lease or tonumber(remaining or 0) <= 0 then
    return '0'
end
if runId ~= presentRun() then
    return '0'
end
local units = math.ceil(tonumber(remaining) / 2)
redis.call('HINCRBY', KEYS[1], 'remaining', -units)
redis.call('HINCRBY', KEYS[1], 'moved', -units)
local taken = string.format('%.0f', units)
redis.call('SET', KEYS[2], taken .. ' ' .. epoch, 'EX', 3600)
return taken
