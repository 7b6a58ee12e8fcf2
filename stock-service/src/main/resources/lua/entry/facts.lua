-- Reads what is known of a shopper who wants to enter a sale.
--
-- Atomic only because it is one answer for two questions.
--
-- KEYS  1 numbers (hash: user id -> number:entered at (ms))  2 proofs (hash: user id -> when the challenge of his last proof
--       was made (ms))  3 networks (hash: network -> how many users' first proof came from there)
-- ARGV  1 user id  2 network
--
-- Returns {'1' if he has a number or else '', accounts of the network without his own}
local known = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 and '1' or ''
local accounts = tonumber(redis.call('HGET', KEYS[3], ARGV[2]) or '0')
if accounts > 0 and redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
    accounts = accounts - 1
end
return { known, string.format('%.0f', accounts) }
