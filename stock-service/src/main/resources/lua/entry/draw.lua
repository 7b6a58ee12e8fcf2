-- Fixes how many numbers were given before the opening, once the sale has opened.
--
-- Atomic because a number is given either before it or after. Who enters first after the opening does the same (enter.lua).
--
-- KEYS  1 gate (hash, see reserve.lua)  2 entry (hash, see open.lua)
-- ARGV  1 run, as it was looked at
--
-- Returns
--   {'FIXED', numbers}
--   {'CHANGED'}   the sale is not open, or the entry is of another run
local opensAt = redis.call('HGET', KEYS[1], 'opensAt')
local runId, given, atOpening = unpack(redis.call('HMGET', KEYS[2], 'runId', 'given', 'atOpening'))
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if runId ~= ARGV[1] or not opensAt or now < tonumber(opensAt) then
    return { 'CHANGED' }
end
if not atOpening then
    redis.call('HSET', KEYS[2], 'atOpening', given)
end
return { 'FIXED', atOpening or given }
