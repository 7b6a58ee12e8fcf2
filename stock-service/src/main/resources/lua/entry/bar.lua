-- Makes users wait before they reserve another unit of a sale; reserve.lua asks whether somebody has to.
--
-- Atomic because the gate must not say that nobody has to wait while somebody does.
--
-- KEYS  1 gate (hash, see reserve.lua)  2 barred (sorted set: user id -> until when (ms))
-- ARGV  1 the latest time (ms), then two for each: until when (ms), user id
--
-- Returns
--   'BARRED'
--   'MISSING'   no gate: nobody reserves anything
if redis.call('EXISTS', KEYS[1]) == 0 then
    return 'MISSING'
end
redis.call('ZADD', KEYS[2], unpack(ARGV, 2))
redis.call('PEXPIREAT', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[1], 'barred', ARGV[1])
return 'BARRED'
