-- Gives back the lamp of a user whose order could not be written.
-- KEYS[1]  how many lamps are left
-- KEYS[2]  the users who have one
-- ARGV[1]  the user
-- returns  1 given back; 0 the user had none
-- Atomic, because a crash between the two writes would lose the lamp, and a repetition would give back two.
if redis.call('SREM', KEYS[2], ARGV[1]) == 0 then
    return 0
end
redis.call('INCR', KEYS[1])
return 1
