-- Reads the facts about a shopper who wants to enter a sale.
--
-- Atomic only because it is one answer to three questions.
--
-- KEYS  1 numbers (hash: user id -> number:entered at (ms))
--       2 networks (hash: network -> how many users that were counted were given a number from there)
--       3 wrong proofs (hash: user id -> how many wrong proofs of work they have shown)
-- ARGV  1 user id  2 network
--
-- Returns {'1' if they have a number or else '', users of the network, which count the shopper only once they have a
-- number, wrong proofs}
local known = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 and '1' or ''
return { known, redis.call('HGET', KEYS[2], ARGV[2]) or '0', redis.call('HGET', KEYS[3], ARGV[1]) or '0' }
