-- Reads what is known of a shopper who wants to enter a sale.
--
-- Atomic only because it is one answer for two questions.
--
-- KEYS  1 numbers (hash: user id -> number:entered at (ms))
--       2 networks (hash: network -> how many users were given a number for a proof of work from there)
-- ARGV  1 user id  2 network
--
-- Returns {'1' if he has a number or else '', users of the network, none of which is he while he has no number}
local known = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 and '1' or ''
return { known, redis.call('HGET', KEYS[2], ARGV[2]) or '0' }
