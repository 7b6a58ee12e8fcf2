-- Reads gates of one shard.
--
-- Atomic because remaining and the number of holders are compared with each other.
--
-- KEYS  two for each gate: gate (hash), holders (hash)
-- ARGV  none
--
-- Returns for each gate, in their sequence
--   'MISSING'   gate or holders are not (all) there
--   or fourteen strings: 'PRESENT'; epoch; '1' while being rebuilt; '1' if made on this run of the server; remaining;
--       total; revision; opens at (ms); closes at (ms); returned; late holders since the gate was made; number of
--       holders; buckets of the campaign; units moved into this one less those moved out of it
-- Part of several scripts: the run of the server that has this shard.
--
-- A run is a time in which the server has forgotten nothing: it ends when the process ends, and when another server
-- becomes master. The first script of a run names it after the process and the present replication id, and keeps the name
-- in '{shard}:run' (hash: name, promotion). No two runs have one name.
--
-- The replication id alone tells less: it also changes when the server sends its data to a first replica or to a backup
-- (SYNC), and when it frees its replication backlog. Only a server that becomes master has a second id from then on, the
-- one that it had as a replica. It has none again once it frees the backlog (repl-backlog-ttl, by default an hour after
-- the last replica has gone). So a name that no script has asked for in half an hour is forgotten: the second id may have
-- come and gone meanwhile.
--
-- The key has the hash tag of KEYS[1]. Refused writes do no harm here: the name is the same until the replication id
-- changes.
local RUN_KEPT = 1800 -- seconds; well below repl-backlog-ttl

local function presentRun()
    local replication = redis.call('INFO', 'replication')
    local process = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
    local promotion = string.match(replication, 'master_replid2:(%x+)')
    local isMaster = string.find(replication, 'role:master', 1, true)
    local key = string.match(KEYS[1], '^{[^}]*}') .. ':run'
    local name, knownPromotion = unpack(redis.call('HMGET', key, 'name', 'promotion'))
    if isMaster and name and string.match(name, '^%x+') == process
        and (promotion == knownPromotion or not string.find(promotion, '[^0]')) then
        if redis.call('TTL', key) < RUN_KEPT / 2 then
            redis.pcall('EXPIRE', key, RUN_KEPT)
        end
        return name
    end
    name = process .. ':' .. string.match(replication, 'master_replid:(%x+)')
    if isMaster then
        redis.pcall('HSET', key, 'name', name, 'promotion', promotion)
        redis.pcall('EXPIRE', key, RUN_KEPT)
    end
    return name
end


local run = presentRun()
local answer = {}
for i = 1, #KEYS, 2 do
    local gate = redis.call('HMGET', KEYS[i], 'epoch', 'lease', 'runId', 'remaining', 'total', 'revision', 'opensAt',
        'closesAt', 'returned', 'late', 'buckets', 'moved')
    local epoch, lease, runId, remaining, total, revision, opensAt, closesAt, returned, late, buckets, moved = unpack(gate)
    if not epoch or redis.call('HGET', KEYS[i + 1], 'epoch') ~= epoch then
        answer[#answer + 1] = 'MISSING'
    else
        local holders = tostring(redis.call('HLEN', KEYS[i + 1]) - 1)
        for _, field in ipairs({ 'PRESENT', epoch, lease and '1' or '0', runId == run and '1' or '0', remaining, total,
            revision, opensAt, closesAt, returned, late or '0', holders, buckets or '1', moved or '0' }) do
            answer[#answer + 1] = field
        end
    end
end
return answer
