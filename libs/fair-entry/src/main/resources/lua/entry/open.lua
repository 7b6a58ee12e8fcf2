-- Opens the rebuilt entry of a sale.
--
-- The hash has these fields: making (see clear.lua); runId (of the server that it was made on, see shared/run.lua); given (the last given
-- number); mark (the last number that may be given); serving (the last served place); restored (how often a number was
-- restored); unclaimed (numbers up to given that belong to nobody and whose places were not passed over yet); pace
-- (places a second, of late); and, once a lottery is drawn, atOpening (how many numbers were given before the opening,
-- as MySQL has it). Atomic because it must be whole or not there.
--
-- KEYS  1 entry
-- ARGV  1 run under which it was cleared and filled  2 given  3 mark  4 serving  5 unclaimed  6 name of the making
--
-- Returns
--   'OPENED'         by this call or the one that it repeats
--   'OTHER_RUN'      the server is another one by now: begin again
--   'OTHER_MAKING'   another rebuild makes it, or it is not there: begin again
-- part /shared/run

if presentRun() ~= ARGV[1] then
    return 'OTHER_RUN'
end
local making, runId = unpack(redis.call('HMGET', KEYS[1], 'making', 'runId'))
if making ~= ARGV[6] then
    return 'OTHER_MAKING'
end
if not runId then
    redis.call('HSET', KEYS[1], 'runId', ARGV[1], 'given', ARGV[2], 'mark', ARGV[3], 'serving', ARGV[4], 'restored', '0',
        'unclaimed', ARGV[5], 'pace', '0')
    redis.call('PERSIST', KEYS[1])
end
return 'OPENED'
