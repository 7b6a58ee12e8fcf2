-- Closes a gate for its rebuild: from now on it admits nobody. A later lease replaces an earlier one; the earlier
-- rebuild then fails to load and to reopen. Works on a missing gate, too; that one expires if nobody opens it, as there
-- may be no such campaign.
--
-- A repeated call may come after the gate was opened under its lease, which has been the epoch since: then it changes
-- nothing.
--
-- Atomic because a gate without expiry must not be left behind.
--
-- KEYS  1 gate (hash)
-- ARGV  1 rebuild lease: a token of the rebuild
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
