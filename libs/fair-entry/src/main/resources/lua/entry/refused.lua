-- Notes for administrators that a rule has held an account up.
--
-- Atomic because the number of refusals is bounded.
--
-- KEYS  1 refusals (sorted set: reason:user id -> last time (ms))
-- ARGV  1 reason:user id  2 how many are kept, the last ones  3 when (ms), or '' for now  4 how long all are kept (ms)
--
-- Returns 'NOTED'
local time = redis.call('TIME')
local at = ARGV[3] ~= '' and ARGV[3] or string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('ZADD', KEYS[1], at, ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -tonumber(ARGV[2]) - 1)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 'NOTED'
