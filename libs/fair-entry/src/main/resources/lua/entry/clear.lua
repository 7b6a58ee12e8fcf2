-- Begins a rebuild of a sale's entry: forgets what another run of the server left there.
--
-- Keeps the log: what an earlier run wrote, and the server still has, goes to MySQL. Atomic because an entry that
-- another rebuild has just made must not be forgotten. A late or repeated call must not forget what was filled in or
-- opened.
--
-- KEYS  1 gate (hash, see reserve.lua); 2 entry (hash, see open.lua), then all that belongs to it
-- ARGV  1 run of the server that MySQL lets give numbers; 2 a name for this making, which no other has;
--       3 making that is there, as read before, or ''
--
-- Returns
--   {'CLEARED', run, now (ms)}   fill and open it under this run and name; cleared by this call or an equal one before
--   {'OPEN'}           it is of this run already, and MySQL knows so
--   {'NOT_YET'}        the gate was not made on this run yet; only its rebuild waits for units on their way
--   {'CHANGED'}        another rebuild has begun since the look
-- part /shared/run

local runId, lease = unpack(redis.call('HMGET', KEYS[1], 'runId', 'lease'))
local run = presentRun()
local openedOn, making = unpack(redis.call('HMGET', KEYS[2], 'runId', 'making'))
local isRepeated = making == ARGV[2]
if lease or runId ~= run then
    return { 'NOT_YET' }
elseif openedOn == run and ARGV[1] == run then
    return { 'OPEN' }
elseif not isRepeated and (making or '') ~= ARGV[3] then
    return { 'CHANGED' }
elseif not isRepeated then
    redis.call('DEL', unpack(KEYS, 2))
    redis.call('HSET', KEYS[2], 'making', ARGV[2])
    redis.call('EXPIRE', KEYS[2], 3600) -- -- in case nobody opens it
end
local time = redis.call('TIME')
return { 'CLEARED', run, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)) }
