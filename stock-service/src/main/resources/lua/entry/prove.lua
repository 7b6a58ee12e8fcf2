-- Takes a proof of work, once.
--
-- Of each user only the time of his last challenge is kept: a proof of the same challenge or of an earlier one was used, or is
-- given up. Atomic because of two requests with the same proof one must be refused, and each user counted once.
--
-- KEYS  1 entry (hash, see open.lua)  2 proofs (hash: user id -> when the challenge of his last proof was made (ms))
--       3 networks (hash: network -> how many users' first proof came from there)
-- ARGV  1 user id  2 network  3 when the challenge was made (ms)
--
-- Returns
--   'TAKEN'
--   'USED'
--   'MISSING'   the entry is not there, or of another run of the server: nobody is given a number now, so nothing is taken
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') .. ':'
    .. string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
if redis.call('HGET', KEYS[1], 'runId') ~= run then
    return 'MISSING'
end
local last = redis.call('HGET', KEYS[2], ARGV[1])
if last and tonumber(ARGV[3]) <= tonumber(last) then
    return 'USED'
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
if not last then
    redis.call('HINCRBY', KEYS[3], ARGV[2], 1)
end
local life = redis.call('PTTL', KEYS[1]) -- as long as the entry, which the leader gives an end
if life < 0 then
    life = 3600000
end
redis.call('PEXPIRE', KEYS[2], life)
redis.call('PEXPIRE', KEYS[3], life)
return 'TAKEN'
