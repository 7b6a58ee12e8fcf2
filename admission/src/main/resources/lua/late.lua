-- Reads who became a holder since units came back: all of them after the first so many.
--
-- Atomic because their number and the list belong together.
--
-- KEYS  1 gate (hash)  2 late holders (list: user id, the last ones; see reserve.lua)
-- ARGV  1 epoch of the gate in which they were counted  2 how many are known
--
-- Returns
--   {'UNKNOWN'}                the gate was made anew since, or so many are not kept
--   {'KNOWN', user id, …}      those who are not known yet, in their sequence
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
