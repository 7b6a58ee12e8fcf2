-- Brings a gate up to a newer revision of its campaign: window, terms, whether it admits by ticket, whether
-- shoppers wait for its units, the limit, and stock.
--
-- The stock comes as the total on offer, not as an increment: so a repeated or overtaken call adds nothing twice. Units
-- are taken away only where the caller says so, which must have locked them in the database and made this revision in
-- the same transaction. Otherwise they stay: a gate that knows more units, or a later revision, than a restored database
-- is rebuilt (GateInspection). So is one whose units were taken away by a transaction that then failed.
--
-- Atomic because remaining and total must move together, and because what is taken away must not be reserved at the same
-- moment.
--
-- KEYS  1 gate (hash)  2 holders (hash)
-- ARGV  1 revision; 2 opens at (ms); 3 closes at (ms); 4 terms; 5 total stock on offer;
--       6 when gate and holders expire (ms); 7 '1' if it admits by ticket, else ''; 8 units that one user may have;
--       9 '1' if units may be taken away, else ''; 10 '1' if it has a waiting list, else ''
--
-- Returns
--   'AMENDED'
--   'STALE'      the gate knows this revision or a later one already
--   'MISSING'    no gate; its rebuild will read the newest revision
--   'TOO_FEW'    fewer units are left than are to be taken away, or the gate is being rebuilt or of another run of the
--                server; nothing has changed
-- part /shared/run

local epoch, revision, total, remaining, lease, runId =
    unpack(redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'total', 'remaining', 'lease', 'runId'))
if not epoch then
    return 'MISSING'
end
local mayTake = ARGV[9] == '1'
if mayTake and revision == ARGV[1] then
    return 'AMENDED' -- by the call that this one repeats
end
if tonumber(ARGV[1]) <= tonumber(revision) then
    return 'STALE'
end
local added = tonumber(ARGV[5]) - tonumber(total)
if mayTake and (lease or runId ~= presentRun() or tonumber(remaining) + added < 0) then
    return 'TOO_FEW'
end
redis.call('HSET', KEYS[1], 'revision', ARGV[1], 'opensAt', ARGV[2], 'closesAt', ARGV[3], 'terms', ARGV[4],
    'waiting', ARGV[10])
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
if added > 0 or mayTake then
    redis.call('HSET', KEYS[1], 'total', ARGV[5])
    redis.call('HINCRBY', KEYS[1], 'remaining', added)
end
if added > 0 then
    redis.call('HINCRBY', KEYS[1], 'returned', 1)
end
redis.call('PEXPIREAT', KEYS[1], ARGV[6])
redis.call('PEXPIREAT', KEYS[2], ARGV[6])
return 'AMENDED'
