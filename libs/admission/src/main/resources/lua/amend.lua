-- Brings a gate up to a newer revision of its campaign: window, terms, whether it admits by ticket, the limit, and added
-- stock.
--
-- The stock comes as the total ever put on offer, not as an increment: so a repeated or overtaken call adds nothing
-- twice. Units are never taken away here: a gate that knows more units, or a later revision, than a restored database is
-- rebuilt (GateInspection). Atomic because remaining and total must move together.
--
-- KEYS  1 gate (hash)  2 holders (hash)
-- ARGV  1 revision; 2 opens at (ms); 3 closes at (ms); 4 terms; 5 total stock ever offered;
--       6 when gate and holders expire (ms); 7 '1' if it admits by ticket, else ''; 8 units that one user may have
--
-- Returns
--   'AMENDED'
--   'STALE'      the gate knows this revision or a later one already
--   'MISSING'    no gate; its rebuild will read the newest revision
local epoch, revision, total = unpack(redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'total'))
if not epoch then
    return 'MISSING'
end
if tonumber(ARGV[1]) <= tonumber(revision) then
    return 'STALE'
end
redis.call('HSET', KEYS[1], 'revision', ARGV[1], 'opensAt', ARGV[2], 'closesAt', ARGV[3], 'terms', ARGV[4])
if ARGV[7] == '1' then
    redis.call('HSET', KEYS[1], 'ticket', '1')
else
    redis.call('HDEL', KEYS[1], 'ticket')
end
if ARGV[8] == '1' then
    redis.call('HDEL', KEYS[1], 'limit')
else
    redis.call('HSET', KEYS[1], 'limit', ARGV[8])
end
local added = tonumber(ARGV[5]) - tonumber(total)
if added > 0 then
    redis.call('HSET', KEYS[1], 'total', ARGV[5])
    redis.call('HINCRBY', KEYS[1], 'remaining', added)
    redis.call('HINCRBY', KEYS[1], 'returned', 1)
end
redis.call('PEXPIREAT', KEYS[1], ARGV[6])
redis.call('PEXPIREAT', KEYS[2], ARGV[6])
return 'AMENDED'
