-- Reads what is known of a shopper who wants to enter a sale.
--
-- Atomic only because it is one answer for three questions.
--
-- KEYS  1 numbers (hash: user id -> number:entered at (ms))
--       2 networks (hash: network -> how many users that were counted were given a number from there)
--       3 wrong proofs (hash: user id -> how many wrong proofs of work he has shown)
-- ARGV  1 user id  2 network
--
-- Returns {'1' if he has a number or else '', users of the network, none of which is he while he has no number, wrong proofs}
local known = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 and '1' or ''
return { known, redis.call('HGET', KEYS[2], ARGV[2]) or '0', redis.call('HGET', KEYS[3], ARGV[1]) or '0' }
