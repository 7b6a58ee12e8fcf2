-- Frees a lock if it still is the caller's.
-- KEYS[1]  the lock
-- ARGV[1]  the token of the caller
-- returns  1 freed; 0 it had expired, and perhaps somebody else has it now
-- Atomic, because between a comparison and a DEL of their own the lock could expire and become somebody else's.
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
