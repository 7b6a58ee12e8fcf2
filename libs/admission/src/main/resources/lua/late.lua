-- Reads which users became holders since units came back, without those already known.
--
-- Atomic because their number and the list belong together.
--
-- KEYS  1 gate (hash)  2 late holders (list: user id, the last ones; see reserve.lua)
-- ARGV  1 epoch of the gate in which they were counted  2 how many are known
--
-- Returns
--   {'UNKNOWN'}                the gate was rebuilt since, or the list is too short
--   {'KNOWN', user id, …}      those not yet known, in their sequence
local MAX = 5000 -- what unpack can take: Lua has room for 8,000 values

local epoch, late = unpack(redis.call('HMGET', KEYS[1], 'epoch', 'late'))
local missing = tonumber(late or 0) - tonumber(ARGV[2])
if epoch ~= ARGV[1] or missing < 0 or missing > math.min(MAX, redis.call('LLEN', KEYS[2])) then
    return { 'UNKNOWN' }
end
if missing == 0 then
    return { 'KNOWN' }
end
return { 'KNOWN', unpack(redis.call('LRANGE', KEYS[2], -missing, -1)) }
