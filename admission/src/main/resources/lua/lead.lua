-- Takes the lead, or keeps it.
--
-- Atomic because between the look at the leader and the writing of one's own name another one could become leader.
--
-- KEYS  1 leader (string)
-- ARGV  1 name of who asks  2 lease in ms
--
-- Returns
--   'LEADER'     whoever asks leads until the lease ends or is renewed by asking again
--   'FOLLOWER'   somebody else leads
local leader = redis.call('GET', KEYS[1])
if leader and leader ~= ARGV[1] then
    return 'FOLLOWER'
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'LEADER'
