-- Gives up the lead.
--
-- Atomic because another process could become leader between reading the leader and removing it.
--
-- KEYS  1 leader (string)
-- ARGV  1 name of the caller
--
-- Returns
--   'RESIGNED'   nobody leads now
--   'FOLLOWER'   another process leads, or none did
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 'FOLLOWER'
end
redis.call('DEL', KEYS[1])
return 'RESIGNED'
