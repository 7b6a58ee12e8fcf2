-- Notes that all gates of a shard were seen warm on this run of the server: it has forgotten nothing since.
--
-- Atomic because the gates may have been seen on a server that was replaced since.
--
-- KEYS  1 warm run of the shard (string: run, see shared/run.lua)
-- ARGV  1 the run on which the gates were seen
--
-- Returns
--   'NOTED'
--   'OTHER_RUN'   the server is another one by now
-- part /shared/run

if presentRun() ~= ARGV[1] then
    return 'OTHER_RUN'
end
redis.call('SET', KEYS[1], ARGV[1])
return 'NOTED'
