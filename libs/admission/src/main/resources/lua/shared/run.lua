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
