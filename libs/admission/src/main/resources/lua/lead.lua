-- Takes the lead, or keeps it.
--
-- Atomic because another process could become leader between reading the leader and writing the own name.
--
-- KEYS  1 leader (string)
-- ARGV  1 name of the caller  2 lease in ms
--
-- Returns
--   'LEADER'     the caller leads until the lease ends or is renewed by asking again
--   'FOLLOWER'   another process leads
local leader = redis.call('GET', KEYS[1])
if leader and leader ~= ARGV[1] then
    return 'FOLLOWER'
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'LEADER'
