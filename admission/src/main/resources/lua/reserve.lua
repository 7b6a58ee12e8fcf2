-- Sets one unit of a campaign aside for a user and records it for the queue, or says why not.
--
-- Atomic because the three checks, the decrement, the holder's entry and the outbox entry must be seen by nobody in
-- part: between check and decrement lies the oversell, between decrement and outbox lies the lost order.
--
-- Who may have several units has a place for each in the holders: 'user', then 'user#2', 'user#3', …
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id)  3 outbox (stream)
--       4 reservation (string: campaign id:user id:outbox entry id)
-- ARGV  1 reservation id  2 campaign id  3 user id  4 correlation id, may be empty
--       5 seconds for which the reservation is remembered
--
-- Returns
--   {'ADMITTED', outbox entry id, admitted at (ms), terms}
--   {'ADMITTED_BEFORE', outbox entry id, admitted at (ms), terms, correlation id}
--                                                this very reservation was admitted by an earlier, repeated call, and
--                                                the queue is not known to have it
--   {'ADMITTED_BEFORE'}                          likewise, but it has left the outbox: the queue has it
--   {'ALREADY_HOLDING', reservation id held first}  as many as one user may have
--   {'SOLD_OUT'}
--   {'NOT_OPEN', opens at (ms)}
--   {'ENDED', closed at (ms)}
--   {'REBUILDING'}                               the gate is being rebuilt
--   {'MISSING'}                                  gate or holders are not (all) there: fail closed
local gate = redis.call('HMGET', KEYS[1], 'epoch', 'lease', 'opensAt', 'closesAt', 'remaining', 'terms', 'limit')
local epoch, lease, opensAt, closesAt, remaining, terms, limit = unpack(gate)
if lease then
    return { 'REBUILDING' }
end
local function admittedBefore()
    local entry = string.match(redis.call('GET', KEYS[4]) or '', '^%d+:%d+:(.+)$')
    local kept = entry and redis.call('XRANGE', KEYS[3], entry, entry)[1]
    if not kept then
        return { 'ADMITTED_BEFORE' }
    end
    local fields = {}
    for i = 1, #kept[2], 2 do
        fields[kept[2][i]] = kept[2][i + 1]
    end
    return { 'ADMITTED_BEFORE', entry, fields.at, fields.terms, fields.correlation }
end

local place = ARGV[3]
local held, holdersEpoch = unpack(redis.call('HMGET', KEYS[2], place, 'epoch'))
if not epoch or holdersEpoch ~= epoch or not remaining then
    return { 'MISSING' }
end
if held == ARGV[1] then
    return admittedBefore()
end
local full = held
if limit then
    for n = 2, tonumber(limit) do
        local another = redis.call('HGET', KEYS[2], ARGV[3] .. '#' .. n)
        if another == ARGV[1] then
            return admittedBefore()
        end
        if full and not another then
            place, full = ARGV[3] .. '#' .. n, false
        end
    end
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(opensAt) then
    return { 'NOT_OPEN', opensAt }
end
if now >= tonumber(closesAt) then
    return { 'ENDED', closesAt }
end
if full then
    return { 'ALREADY_HOLDING', held }
end
if tonumber(remaining) <= 0 then
    return { 'SOLD_OUT' }
end

redis.call('HINCRBY', KEYS[1], 'remaining', -1)
redis.call('HSET', KEYS[2], place, ARGV[1])
local at = string.format('%.0f', now)
local entry = redis.call('XADD', KEYS[3], '*', 'reservation', ARGV[1], 'campaign', ARGV[2], 'user', ARGV[3],
    'at', at, 'terms', terms, 'correlation', ARGV[4])
redis.call('SET', KEYS[4], ARGV[2] .. ':' .. ARGV[3] .. ':' .. entry, 'EX', ARGV[5])
return { 'ADMITTED', entry, at, terms }
