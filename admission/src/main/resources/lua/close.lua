-- Closes a gate for its rebuild: from now on nobody is admitted. A later lease replaces an earlier one, whose owner
-- then fails to load and to reopen. Works on a gate that is missing, too: such a one expires when nobody opens it, as
-- there may be no such campaign.
--
-- Atomic because a gate without expiry must not be left behind.
--
-- KEYS  1 gate (hash)
-- ARGV  1 rebuild lease: a token of whoever rebuilds
--
-- Returns 'CLOSED'
redis.call('HSET', KEYS[1], 'lease', ARGV[1])
if redis.call('TTL', KEYS[1]) < 0 then
    redis.call('EXPIRE', KEYS[1], 3600)
end
return 'CLOSED'
