-- Opens a closed gate with the state that the database gave. The window then decides whether shoppers get in.
--
-- The gate remembers the run of its server (shared/run.lua): a gate found on another run (a restart, a fail-over) may have
-- forgotten the last admissions.
--
-- Atomic because a reservation must see the gate either closed or whole.
--
-- KEYS  1 gate (hash)  2 holders (hash)
-- ARGV  1 rebuild lease; 2 remaining; 3 total stock ever offered; 4 revision; 5 opens at (ms); 6 closes at (ms);
--       7 terms; 8 units that one user may have; 9 when gate and holders expire (ms);
--       10 '1' if it admits by ticket, else ''; 11 buckets of the campaign, of which this gate is one;
--       12 units that were moved into this bucket, less those moved out of it; 13 '1' if it has a waiting list, else '';
--       14 ids of its siblings, as reserve/family.lua reads them, or ''
--
-- Returns
--   'REOPENED'
--   'LEASE_LOST'   the gate is not, or no longer, closed under this lease
-- part /shared/run

if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then
    return 'LEASE_LOST'
end
redis.call('HSET', KEYS[2], 'epoch', ARGV[1])
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'runId', presentRun(), 'remaining', ARGV[2], 'total', ARGV[3],
    'revision', ARGV[4], 'opensAt', ARGV[5], 'closesAt', ARGV[6], 'terms', ARGV[7], 'returned', '0',
    'late', '0', 'waiting', ARGV[13])
if ARGV[8] == '1' then
    redis.call('HDEL', KEYS[1], 'limit')
else
    redis.call('HSET', KEYS[1], 'limit', ARGV[8])
end
if ARGV[10] == '1' then
    redis.call('HSET', KEYS[1], 'ticket', '1')
else
    redis.call('HDEL', KEYS[1], 'ticket')
end
if ARGV[11] == '1' then
    redis.call('HDEL', KEYS[1], 'buckets', 'moved')
else
    redis.call('HSET', KEYS[1], 'buckets', ARGV[11], 'moved', ARGV[12])
end
if ARGV[14] == '' then
    redis.call('HDEL', KEYS[1], 'family')
else
    redis.call('HSET', KEYS[1], 'family', ARGV[14])
end
redis.call('HDEL', KEYS[1], 'lease', 'emptied')
redis.call('PEXPIREAT', KEYS[1], ARGV[9])
redis.call('PEXPIREAT', KEYS[2], ARGV[9])
return 'REOPENED'
