-- Sets units of one campaign aside for a group of users, one for each request. Records those admitted for the queue, as
-- one entry of the outbox; tells every other user why not.
--
-- Atomic because nobody may see a part of the checks, the decrement, the holders' entries and the outbox entry:
-- between check and decrement lies the oversell, between decrement and outbox lies the lost order. The requests are
-- decided one after the other: the last unit goes to the first of them. A user who is in the group twice already holds
-- the unit the second time.
--
-- A user who may have several units has a place for each in the holders: 'user', then 'user#2', 'user#3', …
--
-- A line '-- part NAME' stands for the file reserve/NAME.lua, or NAME.lua if it begins with a slash: LuaScript puts it
-- there. The parts say what they know of repeated calls, tickets, barred users, late holders, and the run of the server.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id)  3 outbox (stream)  4 late holders (list: user id)
--       then for each request its reservation (string: campaign id:user id:outbox entry id)
--       The parts use keys beside these, in the same shard
-- ARGV  1 id of the gate; 2 seconds for which a reservation is remembered; 3 believed buckets of its campaign;
--       4 '1', or '2' if the same call was not answered before;
--       then for each request: reservation id, user id, correlation id (may be empty, without space and colon), and its
--       ticket: '<number> <expires at (ms)>', 'INVALID', 'NOT_YOURS', or '' for none; ignored by other gates
--
-- Returns {'REBUILDING'}  the gate is being rebuilt, or must be, as it was made on another run of the server, which may
--                         have forgotten the last admissions: nobody is admitted. Or it is unknown which tickets were
--                         used. With a lease always, else only if somebody would be admitted
--         {'MISSING'}     gate or holders are not (all) there: fail closed, nobody is admitted
--         {'OVERTAKEN'}   the repetition of this call ran before it, and its answer counts: nobody is admitted
--         {'BUCKETS', n}  the campaign has n buckets, so these users may belong to other gates: nobody is admitted
--         {outbox entry id, or '' if nobody was newly admitted, now (ms), terms, …} and for each request one of
--             'ADMITTED'; 'ADMITTED <number of the ticket>' if it took one
--             'ADMITTED_BEFORE'                    the call that this one repeats admitted this reservation; it may
--                                                  have ended since
--             'ALREADY_HOLDING <reservation id>'   the user has as many units as allowed; the newest of them, by its id
--             'SOLD_OUT'
--             'NOT_OPEN <opens at (ms)>'
--             'ENDED <closed at (ms)>'
--             'BARRED <until (ms)>'                the user has to wait before another one
--             'TICKET_REQUIRED', 'TICKET_INVALID', 'TICKET_NOT_YOURS', 'TICKET_EXPIRED', 'TICKET_USED': constants of RefusalReason
--         and then five strings for each earlier group of which the answer names a reservation, as far as the group is
--         still in the outbox: entry id, campaign id, admitted at (ms), terms, reservations
local FIXED, REQUEST, FIELDS = 4, 4, 4 -- where the requests begin in KEYS and in ARGV, and what each has

-- Part of reserve.lua: a call that Redis did not answer is sent once more.
--
-- The unanswered call may itself run after its repetition, with anything in between: a unit may have come back since
-- the repetition refused the user. So the repetition overtakes the call, which on this server admits nobody after it.
local OVERTAKEN_KEPT = 3600 -- seconds; longer than any call is under way

local isRepetition = ARGV[4] == '2'
local overtaken = KEYS[FIXED + 1] .. ':overtaken'
if isRepetition then
    redis.call('SET', overtaken, '1', 'EX', OVERTAKEN_KEPT)
end

-- Whether the repetition of this call ran before it.
local function isOvertaken()
    return not isRepetition and redis.call('EXISTS', overtaken) == 1
end

-- Whether the call that this one repeats admitted request i, which may have ended since.
local function wasAdmitted(i)
    return isRepetition and redis.call('EXISTS', KEYS[FIXED + i]) == 1
end

local earlier = {} -- entries of the outbox, each once

-- Adds the reservation's group to the answer, if it may still be in the outbox: what only this server knows must not be
-- promised. The reservation has its key beside that of the asked one, in the same shard.
local function tellOf(reservation, asked, key)
    local remembered = redis.call('GET', string.sub(key, 1, -#asked - 1) .. reservation)
    local entry = string.match(remembered or '', '^%d+:%d+:(.+)$')
    if entry and not earlier[entry] then
        earlier[entry] = true
        earlier[#earlier + 1] = entry
    end
end

local function addEarlierGroups(answer)
    for _, entry in ipairs(earlier) do
        for _, group in ipairs(redis.call('XRANGE', KEYS[3], entry, entry)) do
            answer[#answer + 1] = group[1]
            for i = 2, 8, 2 do -- a later version may append further fields
                answer[#answer + 1] = group[2][i]
            end
        end
    end
end


local gate = redis.call('HMGET', KEYS[1], 'epoch', 'lease', 'opensAt', 'closesAt', 'remaining', 'terms', 'limit',
    'runId', 'returned', 'ticket', 'barred', 'buckets')
local epoch, lease, opensAt, closesAt, remaining, terms, limit, runId, returned, byTicket, barred, buckets = unpack(gate)
if lease then
    return { 'REBUILDING' }
end
if not epoch or not remaining or redis.call('HGET', KEYS[2], 'epoch') ~= epoch then
    return { 'MISSING' }
end
if (buckets or '1') ~= ARGV[3] then
    return { 'BUCKETS', buckets or '1' }
end
remaining, limit = tonumber(remaining), tonumber(limit or 1)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Part of reserve.lua: a gate may admit by ticket only.
--
-- Beside KEYS[1], in the same shard, such a gate has ':entry' (hash: what runId it is of), ':entry:tickets' (sorted set:
-- number of each ticket that may still be used -> when it expires, ms) and ':entry:used' (hash: number of the ticket ->
-- reservation id).

-- Returns the number of a ticket that admits, or nil and why it does not; nothing if this gate needs none.
local function check(ticket)
    if not byTicket then
        return nil
    elseif ticket == '' then
        return nil, 'REQUIRED'
    end
    local number, expires = string.match(ticket, '^(%d+) (%d+)$')
    if not number then
        return nil, ticket
    elseif now >= tonumber(expires) then
        return nil, 'EXPIRED'
    elseif redis.call('HEXISTS', KEYS[1] .. ':entry:used', number) == 1 then
        return nil, 'USED'
    end
    return number
end

local function use(number, reservation)
    redis.call('HSET', KEYS[1] .. ':entry:used', number, reservation)
    redis.call('ZREM', KEYS[1] .. ':entry:tickets', number)
end

-- Whether it is known which tickets were used, on this run of the server.
local function areTicketsKnown()
    return not byTicket or redis.call('HGET', KEYS[1] .. ':entry', 'runId') == runId
end

-- Part of reserve.lua: users who let too many units go have to wait (see bar.lua).
--
-- A gate whose field barred is later than now has ':barred' beside KEYS[1] (sorted set: user id -> until when, ms); else
-- it is not read.

-- Returns until when the user has to wait, if they have to.
local function waitsUntil(user)
    local latest = barred and now < tonumber(barred) and redis.call('ZSCORE', KEYS[1] .. ':barred', user)
    return latest and now < tonumber(latest) and latest
end

-- Part of reserve.lua: once units have come back, the users they go to are also noted as late holders. A reader of all
-- holders of a sold-out gate then needs to read only these (see late.lua).
local MAX_LATE = 5000 -- late holders that are kept

local function noteLate(users)
    if returned == '0' then
        return
    end
    redis.call('HINCRBY', KEYS[1], 'late', #users)
    redis.call('RPUSH', KEYS[4], unpack(users))
    redis.call('LTRIM', KEYS[4], -MAX_LATE, -1)
    redis.call('EXPIRE', KEYS[4], 86400)
end

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


-- Returns the newest reservation that the user holds, the free place, and whether they hold this reservation.
local function look(user, reservation)
    local places = { user }
    for n = 2, limit do
        places[n] = user .. '#' .. n
    end
    local held = redis.call('HMGET', KEYS[2], unpack(places))
    local newest, free, before = '', nil, false
    for n = 1, limit do
        before = before or held[n] == reservation
        free = free or (not held[n] and places[n])
        if held[n] and (#held[n] > #newest or #held[n] == #newest and held[n] > newest) then
            newest = held[n] -- compared as text: a Lua number does not hold all digits of an id
        end
    end
    return newest, free, before
end

-- INFO takes a good part of the time of a group of one, so this asks only if somebody is admitted, and once for all.
local function isOfThisRun()
    return areTicketsKnown() and runId == presentRun()
end

local answer, admitted, members = { '', string.format('%.0f', now), terms }, {}, {}
for i = 1, (#ARGV - REQUEST) / FIELDS do
    local reservation, user, correlation, ticket = unpack(ARGV, REQUEST + (i - 1) * FIELDS + 1, REQUEST + i * FIELDS)
    local held, free, before = look(user, reservation)
    local wait = waitsUntil(user)
    local number, fault = check(ticket)
    local outcome
    if before or wasAdmitted(i) then
        tellOf(reservation, reservation, KEYS[FIXED + i])
        outcome = 'ADMITTED_BEFORE'
    elseif now < tonumber(opensAt) then
        outcome = 'NOT_OPEN ' .. opensAt
    elseif now >= tonumber(closesAt) then
        outcome = 'ENDED ' .. closesAt
    elseif not free then
        tellOf(held, reservation, KEYS[FIXED + i])
        outcome = 'ALREADY_HOLDING ' .. held
    elseif wait then
        outcome = 'BARRED ' .. wait
    elseif fault then
        outcome = 'TICKET_' .. fault
    elseif remaining <= 0 then
        outcome = 'SOLD_OUT'
    elseif #admitted == 0 and isOvertaken() then
        return { 'OVERTAKEN' } -- nothing was written yet
    elseif #admitted == 0 and not isOfThisRun() then
        return { 'REBUILDING' } -- nothing was written yet, either
    else
        outcome = 'ADMITTED'
        remaining = remaining - 1
        redis.call('HSET', KEYS[2], free, reservation)
        admitted[#admitted + 1] = { KEYS[FIXED + i], user }
        members[#members + 1] = reservation .. ':' .. user .. ':' .. correlation
        if number then
            outcome = 'ADMITTED ' .. number
            members[#members] = members[#members] .. ':' .. number
            use(number, reservation)
        end
    end
    answer[3 + i] = outcome
end

if #admitted > 0 then
    redis.call('HINCRBY', KEYS[1], 'remaining', -#admitted)
    answer[1] = redis.call('XADD', KEYS[3], '*', 'campaign', ARGV[1], 'at', answer[2], 'terms', terms,
        'reservations', table.concat(members, ' '))
    local users = {}
    for i, one in ipairs(admitted) do
        redis.call('SET', one[1], ARGV[1] .. ':' .. one[2] .. ':' .. answer[1], 'EX', ARGV[2])
        users[i] = one[2]
    end
    noteLate(users)
end

addEarlierGroups(answer)
return answer
