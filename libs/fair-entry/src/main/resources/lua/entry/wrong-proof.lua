-- Counts a wrong proof of work of an account.
--
-- Atomic because the count must not stay for ever.
--
-- KEYS  1 wrong proofs (hash: user id -> how many wrong proofs of work they have shown)
-- ARGV  1 user id  2 how long all of it is kept (ms)
--
-- Returns how many there are
local count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return string.format('%.0f', count)
