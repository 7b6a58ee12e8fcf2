-- Makes users wait before they reserve another unit of a sale; reserve.lua reads whether a user has to.
--
-- Atomic because the gate must not say that nobody has to wait while a user does. An earlier call may have named a user
-- who has to wait longer: the latest time of all calls counts.
--
-- KEYS  1 gate (hash, see reserve.lua)  2 barred (sorted set: user id -> until when (ms))
-- ARGV  1 the latest time (ms) of these, then two for each: until when (ms), user id
--
-- Returns
--   'BARRED'
--   'MISSING'   no gate: nobody reserves anything
if redis.call('EXISTS', KEYS[1]) == 0 then
    return 'MISSING'
end
redis.call('ZADD', KEYS[2], unpack(ARGV, 2))
local latest = redis.call('HGET', KEYS[1], 'barred')
if not latest or tonumber(latest) < tonumber(ARGV[1]) then
    latest = ARGV[1]
    redis.call('HSET', KEYS[1], 'barred', latest)
end
redis.call('PEXPIREAT', KEYS[2], latest)
return 'BARRED'
