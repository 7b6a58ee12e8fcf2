-- Runs one second of a waiting room: forgets turns and tickets that were not used in time; then serves restored numbers
-- and the next places.
--
-- Atomic because two leaders must not serve the same place, nor a place without a unit.
--
-- KEYS  1 gate (hash, see reserve.lua); 2 entry (hash, see open.lua); 3 turns (sorted set: number -> until when (ms));
--       4 tickets (sorted set: number -> expires at (ms)); 5 put back (sorted set: number -> place, see restore.lua);
--       6.. all else that belongs to the entry
-- ARGV  1 run; 2 the last place served before; 3 the last place served now; 4 restored, as read before;
--       5 pace; 6 length of a turn (ms); 7 when all of it may be forgotten (ms);
--       8 how many of these places belong to nobody; 9 how many restored numbers are served;
--       10.. numbers that have the other places
--
-- Returns
--   {'SERVED', now (ms), restored numbers that have their turn now ..}
--   {'CHANGED'}   the entry has changed since the look, or there are fewer units: nothing was served
local runId, serving, restored = unpack(redis.call('HMGET', KEYS[2], 'runId', 'serving', 'restored'))
if runId ~= ARGV[1] or serving ~= ARGV[2] or restored ~= ARGV[4] then
    return { 'CHANGED' }
end
local FIRST = 10
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
local now = string.format('%.0f', ms)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
for i = 2, #KEYS do
    redis.call('PEXPIREAT', KEYS[i], ARGV[7])
end
local putBack = redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', '+inf', 'LIMIT', 0, ARGV[9])
local wanted = #putBack + #ARGV - FIRST + 1
local remaining = tonumber(redis.call('HGET', KEYS[1], 'remaining') or 0)
if wanted > 0 and wanted > remaining - redis.call('ZCARD', KEYS[3]) - redis.call('ZCARD', KEYS[4]) then
    return { 'CHANGED' }
end
local untilWhen = string.format('%.0f', ms + tonumber(ARGV[6]))
local answer = { 'SERVED', now }
for _, number in ipairs(putBack) do
    redis.call('ZADD', KEYS[3], untilWhen, number)
    redis.call('ZREM', KEYS[5], number)
    table.insert(answer, number)
end
for i = FIRST, #ARGV do
    redis.call('ZADD', KEYS[3], untilWhen, ARGV[i])
end
redis.call('HSET', KEYS[2], 'serving', ARGV[3], 'pace', ARGV[5])
if ARGV[8] ~= '0' then
    redis.call('HINCRBY', KEYS[2], 'unclaimed', '-' .. ARGV[8])
end
return answer
