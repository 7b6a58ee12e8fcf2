-- Restores a number that Redis gave and forgot before MySQL knew of it: its pass proves it, and MySQL has it now.
--
-- If its place was passed over meanwhile, the number waits for the next unit; step.lua serves it before the next place.
-- Atomic because a place is either passed over before this, or served after it.
--
-- KEYS  1 entry (hash, see open.lua)  2 numbers (hash: user id -> number:entered at (ms))
--       3 put back (sorted set: number -> its place): those that were passed over, until their turn begins
-- ARGV  1 run, as read before; 2 user id; 3 number; 4 entered at (ms); 5 its place;
--       6 '1' if it was passed over, as MySQL has it by now, else ''
--
-- Returns
--   'RESTORED'    now or before; replaces another number that Redis gave the user since, as MySQL has this one
--   'CHANGED'     the entry is not there, or of another run, or has passed the place over only now
local runId, serving = unpack(redis.call('HMGET', KEYS[1], 'runId', 'serving'))
if runId ~= ARGV[1] then
    return 'CHANGED'
end
local entered = ARGV[3] .. ':' .. ARGV[4]
if redis.call('HGET', KEYS[2], ARGV[2]) == entered then
    return 'RESTORED'
end
local passedOver = tonumber(ARGV[5]) <= tonumber(serving)
if passedOver ~= (ARGV[6] == '1') then
    return 'CHANGED'
end
redis.call('HSET', KEYS[2], ARGV[2], entered)
redis.call('HINCRBY', KEYS[1], 'restored', 1)
if passedOver then
    redis.call('ZADD', KEYS[3], ARGV[5], ARGV[3])
else
    redis.call('HINCRBY', KEYS[1], 'unclaimed', -1) -- -- it belonged to nobody until now
end
return 'RESTORED'
