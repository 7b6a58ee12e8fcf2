-- Issues the purchase ticket of a number, once.
--
-- A ticket is issued only if there is a unit for each ticket that is out, including this one: each ticket finds a unit.
-- Atomic because another ticket could be added between counting the tickets and adding one.
--
-- KEYS  1 gate (hash, see reserve.lua)  2 entry (hash, see open.lua)  3 numbers (hash: user id -> number:entered (ms))
--       4 turns (sorted set: number -> until when (ms))  5 tickets (sorted set: number -> expires at (ms))
--       6 issued (hash: number -> issued at:expires at (ms))  7 used (hash: number -> reservation id)
--       8 put back (sorted set: number -> its place, see restore.lua)
-- ARGV  1 user id; 2 number; 3 how long a ticket is valid (ms); 4 '1' if it has to be the number's turn, else '';
--       5 when the ticket was issued (ms) that is to be issued anew, because it has not reached its user; else ''
--
-- Returns
--   {'ISSUED', issued at (ms), expires at (ms), now (ms)}   now or before
--   {'USED'}             it was issued; a unit was reserved with it
--   {'NO_TURN', serving, '1' or ''}   it is not, or no longer, the number's turn; serving: the last served place; '1'
--                        if it was restored and is next
--   {'SOLD_OUT'}         no unit without a ticket
--   {'UNKNOWN'}          the user has no number
--   {'OTHER_NUMBER'}     the user has another number
--   {'NOT_OPEN', opens at (ms)}
--   {'ENDED'}
--   {'MISSING'}          no gate or entry; or a ticket could be had, but they are of another run of the server
-- part /shared/run

local opensAt, closesAt, remaining, lease = unpack(redis.call('HMGET', KEYS[1], 'opensAt', 'closesAt', 'remaining',
    'lease'))
local runId, serving = unpack(redis.call('HMGET', KEYS[2], 'runId', 'serving'))
if not opensAt or lease or not runId then
    return { 'MISSING' }
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function ms(number)
    return string.format('%.0f', number)
end

local known = redis.call('HGET', KEYS[3], ARGV[1])
if not known then
    return { 'UNKNOWN' }
elseif string.match(known, '^%d+') ~= ARGV[2] then
    return { 'OTHER_NUMBER' }
elseif redis.call('HEXISTS', KEYS[7], ARGV[2]) == 1 then
    return { 'USED' }
end
local issued = redis.call('HGET', KEYS[6], ARGV[2])
local at, expires = string.match(issued or '', '^(%d+):(%d+)$')
local isGiven = issued and at ~= ARGV[5]
if not isGiven then
    if now < tonumber(opensAt) then
        return { 'NOT_OPEN', opensAt }
    elseif now >= tonumber(closesAt) then
        return { 'ENDED' }
    end
    if ARGV[4] == '1' then
        local untilWhen = redis.call('ZSCORE', KEYS[4], ARGV[2])
        if not untilWhen or now >= tonumber(untilWhen) then
            return { 'NO_TURN', serving, redis.call('ZSCORE', KEYS[8], ARGV[2]) and '1' or '' }
        end
    end
    local others = redis.call('ZCOUNT', KEYS[5], '(' .. ms(now), '+inf')
    if issued and now < tonumber(expires) then
        others = others - 1
    end
    if tonumber(remaining) <= others then
        return { 'SOLD_OUT' }
    end
end

-- INFO takes most of the time of this script, and a crowd is refused above.
if runId ~= presentRun() then
    return { 'MISSING' }
end
redis.call('ZREM', KEYS[4], ARGV[2]) -- -- also if it was served twice, or was about to be
redis.call('ZREM', KEYS[8], ARGV[2])
if isGiven then
    return { 'ISSUED', at, expires, ms(now) }
end
expires = ms(now + tonumber(ARGV[3]))
redis.call('ZADD', KEYS[5], expires, ARGV[2])
redis.call('HSET', KEYS[6], ARGV[2], ms(now) .. ':' .. expires)
return { 'ISSUED', ms(now), expires, ms(now) }
