-- Admits a user to an item, once.
--
-- Atomic because otherwise another request of the user could look before this one is remembered.
--
-- KEYS  1 buyers (set)
-- ARGV  1 user
-- Returns 1, or 0 if the user was admitted before
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then
    return 0
end
redis.call('SADD', KEYS[1], ARGV[1])
return 1
