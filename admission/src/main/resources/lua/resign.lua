-- Gives up the lead.
--
-- Atomic because between the look at the leader and the removal another one could become leader.
--
-- KEYS  1 leader (string)
-- ARGV  1 name of who resigns
--
-- Returns
--   'RESIGNED'   nobody leads now
--   'FOLLOWER'   somebody else leads, or nobody did
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 'FOLLOWER'
end
redis.call('DEL', KEYS[1])
return 'RESIGNED'
