-- Closes a gate for its rebuild: from now on nobody is admitted. A later lease replaces an earlier one, whose owner
-- then fails to load and to reopen. Works on a gate that is missing, too: such a one expires when nobody opens it, as
-- there may be no such campaign.
--
-- A call that is repeated may come when the gate was opened under its lease, which is the epoch since: then it changes nothing.
--
-- Atomic because a gate without expiry must not be left behind.
--
-- KEYS  1 gate (hash)
-- ARGV  1 rebuild lease: a token of whoever rebuilds
--
-- Returns 'CLOSED', by this call or the one that it repeats
if redis.call('HGET', KEYS[1], 'epoch') == ARGV[1] then
    return 'CLOSED'
end
redis.call('HSET', KEYS[1], 'lease', ARGV[1])
if redis.call('TTL', KEYS[1]) < 0 then
    redis.call('EXPIRE', KEYS[1], 3600)
end
return 'CLOSED'
