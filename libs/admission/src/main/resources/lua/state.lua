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
-- part /shared/run

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
