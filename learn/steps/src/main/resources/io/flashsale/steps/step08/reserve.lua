-- Reserves a lamp for a user.
-- KEYS[1]  how many lamps are left
-- KEYS[2]  the users who have one
-- ARGV[1]  the user
-- returns  BOUGHT reserved; SOLD_OUT; ALREADY_BOUGHT; BUSY the sale has not been loaded from MySQL
-- Atomic, because two users could read the last lamp before either of them takes it.
local left = redis.call('GET', KEYS[1])
if not left then
    return 'BUSY'
end
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
    return 'ALREADY_BOUGHT'
end
if tonumber(left) < 1 then
    return 'SOLD_OUT'
end
redis.call('DECR', KEYS[1])
redis.call('SADD', KEYS[2], ARGV[1])
return 'BOUGHT'
