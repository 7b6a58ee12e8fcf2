-- Adds facts that MySQL knows to the entry of a sale that is being rebuilt, a chunk a call.
--
-- Atomic because an entry must not be changed if it was opened meanwhile, or another rebuild makes it.
--
-- KEYS  1 entry (hash, see open.lua)  2 numbers  3 turns  4 tickets  5 issued  6 used  7 put back, as in take.lua
-- ARGV  1 name of the making, see clear.lua, then for each fact three: 'NUMBER', user id, number:entered at (ms);
--       'TURN', number, until when (ms); 'TICKET', number, expires at (ms); 'ISSUED', number,
--       issued at:expires at (ms); 'USED', number, reservation id; 'PUT_BACK', number, its place
--
-- Returns
--   'FILLED'
--   'OTHER_MAKING'   it is open, or another rebuild makes it, or it is not there: begin again
local making, runId = unpack(redis.call('HMGET', KEYS[1], 'making', 'runId'))
if making ~= ARGV[1] or runId then
    return 'OTHER_MAKING'
end
local hashes = { NUMBER = KEYS[2], ISSUED = KEYS[5], USED = KEYS[6] }
local sets = { TURN = KEYS[3], TICKET = KEYS[4], PUT_BACK = KEYS[7] }
for i = 2, #ARGV, 3 do
    local what, key, value = unpack(ARGV, i, i + 2)
    if hashes[what] then
        redis.call('HSET', hashes[what], key, value)
    else
        redis.call('ZADD', sets[what], value, key)
    end
    redis.call('EXPIRE', hashes[what] or sets[what], 3600) -- -- in case nobody opens it
end
return 'FILLED'
