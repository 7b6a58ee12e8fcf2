-- Puts a number back that Redis had given and forgotten before MySQL knew of it: its pass proves it, and MySQL has it now.
--
-- Whose place was passed over meanwhile, as nobody's, gets a turn at once. Atomic because a place is either passed over before
-- this, or served after it.
--
-- KEYS  1 entry (hash, see open.lua)  2 numbers (hash: user id -> number:entered at (ms))
--       3 turns (sorted set: number -> until when (ms))
-- ARGV  1 run, as it was looked at  2 user id  3 number  4 entered at (ms)  5 its place
--       6 until when the turn is (ms), as MySQL has it: the same in both, so that the loss of Redis shortens none
--
-- Returns
--   'RESTORED'    now or before; if Redis had given the user another number since, that is worth nothing, as MySQL has this
--   'CHANGED'     the entry is not there, or of another run
local runId, serving = unpack(redis.call('HMGET', KEYS[1], 'runId', 'serving'))
if runId ~= ARGV[1] then
    return 'CHANGED'
end
local entered = ARGV[3] .. ':' .. ARGV[4]
if redis.call('HGET', KEYS[2], ARGV[2]) == entered then
    return 'RESTORED'
end
redis.call('HSET', KEYS[2], ARGV[2], entered)
redis.call('HINCRBY', KEYS[1], 'restored', 1)
if tonumber(ARGV[5]) <= tonumber(serving) then
    redis.call('ZADD', KEYS[3], ARGV[6], ARGV[3])
else
    redis.call('HINCRBY', KEYS[1], 'unclaimed', -1) -- it was nobody's until now
end
return 'RESTORED'
