-- Gives a user a number in a sale, once and for all.
--
-- Atomic because two requests of one user must get one number, and two users two numbers.
--
-- KEYS  1 gate (hash, see reserve.lua); 2 entry (hash, see open.lua); 3 numbers (hash: user id -> number:entered (ms));
--       4 tickets (sorted set: number -> expires at (ms)); 5 log (stream: user, number, at);
--       6 networks (hash: network -> how many users that were counted were given a number from there)
-- ARGV  1 user id; 2 mode of the sale: TICKET gives a new number only if there is a unit for it now; LOTTERY gives none
--         between the opening and the draw (draw.lua): so no late shopper takes part, whatever Redis forgets;
--       3 network that is counted if the user is given a number; '' for none
--
-- Returns
--   {'NUMBER', number, entered at (ms)}   the user's, given now or before
--   {'EXHAUSTED', run}   all numbers that may be given are; MySQL has to know of more first
--   {'UNDRAWN'}          MySQL does not know yet how many numbers were given before the opening
--   {'SOLD_OUT'}         no unit without a ticket
--   {'NOT_OPEN', opens at (ms)}
--   {'ENDED'}
--   {'MISSING'}          no gate or entry; or a number could be given, but they are of another run of the
--                        server, which may have forgotten numbers
-- part /shared/run

local opensAt, closesAt, remaining, lease = unpack(redis.call('HMGET', KEYS[1], 'opensAt', 'closesAt', 'remaining',
    'lease'))
local runId, given, mark, atOpening = unpack(redis.call('HMGET', KEYS[2], 'runId', 'given', 'mark', 'atOpening'))
if not opensAt or lease or not runId then
    return { 'MISSING' }
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local known = redis.call('HGET', KEYS[3], ARGV[1])
if known then
    local number, at = string.match(known, '^(%d+):(%d+)$')
    return { 'NUMBER', number, at }
end
if now >= tonumber(closesAt) then
    return { 'ENDED' }
end
local open = now >= tonumber(opensAt)
if ARGV[2] == 'TICKET' then
    if not open then
        return { 'NOT_OPEN', opensAt }
    elseif tonumber(remaining) <= redis.call('ZCOUNT', KEYS[4], '(' .. string.format('%.0f', now), '+inf') then
        return { 'SOLD_OUT' }
    end
end
-- INFO takes most of the time of this script, so it is asked only if something changes.
local run = presentRun()
if runId ~= run then
    return { 'MISSING' }
elseif ARGV[2] == 'LOTTERY' and open and not atOpening then
    return { 'UNDRAWN' }
elseif tonumber(given) >= tonumber(mark) then
    return { 'EXHAUSTED', run }
end
local number = string.format('%.0f', redis.call('HINCRBY', KEYS[2], 'given', 1))
local at = string.format('%.0f', now)
redis.call('HSET', KEYS[3], ARGV[1], number .. ':' .. at)
redis.call('XADD', KEYS[5], '*', 'user', ARGV[1], 'number', number, 'at', at)
if ARGV[3] ~= '' then
    redis.call('HINCRBY', KEYS[6], ARGV[3], 1)
end
return { 'NUMBER', number, at }
