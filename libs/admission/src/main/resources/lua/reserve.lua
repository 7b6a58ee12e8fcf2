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
-- there. The parts say what they know of repeated calls, named requests, siblings, tickets, barred users, waiting lists,
-- late holders, and the run of the server.
--
-- KEYS  1 gate (hash)  2 holders (hash: place -> reservation id)  3 outbox (stream)  4 late holders (list: user id)
--       then for each request its reservation (string: campaign id:user id:outbox entry id)
--       The parts use keys beside these, in the same shard
-- ARGV  1 id of the gate; 2 seconds for which a reservation is remembered; 3 believed buckets of its campaign;
--       4 '1', or '2' if the same call was not answered before;
--       then for each request: reservation id, user id, correlation id (may be empty, without space and colon), its
--       ticket: '<number> <expires at (ms)>', 'INVALID', 'NOT_YOURS', or '' for none; ignored by other gates; and the
--       price in cents that the user agrees to, or '' for any; ignored if the terms have none; and the name that the
--       user gives to the request, or '' for none
--
-- Returns {'REBUILDING'}  the gate is being rebuilt, or must be, as it was made on another run of the server, which may
--                         have forgotten the last admissions: nobody is admitted. Or it is unknown which tickets were
--                         used, or this is so of a sibling, or it is missing. With a lease, or a missing sibling, always,
--                         else only if somebody would be admitted
--         {'MISSING'}     gate or holders are not (all) there: fail closed, nobody is admitted
--         {'OVERTAKEN'}   the repetition of this call ran before it, and its answer counts: nobody is admitted
--         {'BUCKETS', n}  the campaign has n buckets, so these users may belong to other gates: nobody is admitted
--         {outbox entry id, or '' if nobody was newly admitted, now (ms), terms, …} and for each request one of
--             'ADMITTED'; 'ADMITTED <number of the ticket>' if it took one
--             'ADMITTED_BEFORE'                    the call that this one repeats admitted this reservation; it may
--                                                  have ended since
--             'ADMITTED_BEFORE <reservation id>'   an earlier request of the user with this name was admitted under it;
--                                                  it may have ended since
--             'ALREADY_HOLDING <reservation id>'   the user has as many units as allowed, here and at siblings; the newest
--                                                  of them, by its id
--             'SOLD_OUT'                           nothing is left, or only units for which others wait
--             'PRICE_CHANGED <price (cents)>'      the terms have another price than the user agrees to
--             'NOT_OPEN <opens at (ms)>'
--             'ENDED <closed at (ms)>'
--             'BARRED <until (ms)>'                the user has to wait before another one
--             'TICKET_REQUIRED', 'TICKET_INVALID', 'TICKET_NOT_YOURS', 'TICKET_EXPIRED', 'TICKET_USED': constants of RefusalReason
--         and then five strings for each earlier group of which the answer names a reservation, as far as the group is
--         still in the outbox: entry id, campaign id, admitted at (ms), terms, reservations
local FIXED, REQUEST, FIELDS = 4, 4, 6 -- where the requests begin in KEYS and in ARGV, and what each has
local MAX_READ = 5000 -- what unpack can take: Lua has room for 8,000 values

-- part repetition
-- part once

local gate = redis.call('HMGET', KEYS[1], 'epoch', 'lease', 'opensAt', 'closesAt', 'remaining', 'terms', 'limit',
    'runId', 'returned', 'ticket', 'barred', 'buckets', 'waiting', 'family')
local epoch, lease, opensAt, closesAt, remaining, terms, limit, runId, returned, byTicket, barred, buckets, waiting, family =
    unpack(gate)
if lease then
    return { 'REBUILDING' }
end
if not epoch or not remaining or redis.call('HGET', KEYS[2], 'epoch') ~= epoch then
    return { 'MISSING' }
end
if (buckets or '1') ~= ARGV[3] then
    return { 'BUCKETS', buckets or '1' }
end

-- part family
if not areSiblingsThere() then
    return { 'REBUILDING' }
end

remaining, limit = tonumber(remaining), tonumber(limit or 1)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- part tickets
-- part barring
-- part waiting-list
-- part late-holders
-- part /shared/run

-- The places of all these users, one user after the other, and what each has: a reservation or false. Read here by one
-- command, as a command for each user would be most of the script's work. Those who are admitted below take theirs here
-- first.
local places = {}
for i = REQUEST + 2, #ARGV, FIELDS do
    places[#places + 1] = ARGV[i]
    for n = 2, limit do
        places[#places + 1] = ARGV[i] .. '#' .. n
    end
end

local function placesIn(holders)
    local found = {}
    for first = 1, #places, MAX_READ do
        local last = math.min(first + MAX_READ - 1, #places)
        for i, reservation in ipairs(redis.call('HMGET', holders, unpack(places, first, last))) do
            found[places[first + i - 1]] = reservation
        end
    end
    return found
end

local holds, elsewhere = placesIn(KEYS[2]), {} -- elsewhere: the same of each sibling
for i, sibling in ipairs(siblings) do
    elsewhere[i] = placesIn(sibling .. ':holders')
end

-- The price in the terms, compact JSON: a text in it cannot contain '"priceCents":', as its quotes are escaped. Those who
-- are admitted get these terms, so nobody gets another price than they agree to.
local function present(price)
    return price ~= '' and string.match(terms, '"priceCents":(%d+)') or price
end

-- Compared as text: a Lua number does not hold all digits of an id.
local function newer(one, newest)
    return one and (#one > #newest or #one == #newest and one > newest) and one or newest
end

-- Returns the newest reservation that user i holds, the place they may take, and whether they hold this reservation.
local function look(i, reservation)
    local newest, free, before, units = '', nil, false, 0
    for n = (i - 1) * limit + 1, i * limit do
        local here = holds[places[n]]
        before = before or here == reservation
        free = free or (not here and places[n])
        newest = newer(here, newest)
        units = units + (here and 1 or 0)
        for _, there in ipairs(elsewhere) do
            newest = newer(there[places[n]], newest)
            units = units + (there[places[n]] and 1 or 0)
        end
    end
    return newest, units < limit and free, before
end

-- INFO takes a good part of the time of a group of one, so this asks only if somebody is admitted, and once for all.
local function isOfThisRun()
    return areTicketsKnown() and areSiblingsOfThisRun() and runId == presentRun()
end

local answer = { '', string.format('%.0f', now), terms }
local users, keys, members, taken = {}, {}, {}, {} -- of those admitted; taken: place, reservation, place, …
for i = 1, (#ARGV - REQUEST) / FIELDS do
    local reservation, user, correlation, ticket, price, name = unpack(ARGV, REQUEST + (i - 1) * FIELDS + 1, REQUEST + i * FIELDS)
    local newest, free, before = look(i, reservation)
    local wait = waitsUntil(user)
    local number, fault = check(ticket)
    local earlier = gotBefore(user, name)
    local outcome
    if before or wasAdmitted(i) then
        tellOf(reservation, reservation, KEYS[FIXED + i])
        outcome = 'ADMITTED_BEFORE'
    elseif earlier then
        tellOf(earlier, reservation, KEYS[FIXED + i])
        outcome = 'ADMITTED_BEFORE ' .. earlier
    elseif now < tonumber(opensAt) then
        outcome = 'NOT_OPEN ' .. opensAt
    elseif now >= tonumber(closesAt) then
        outcome = 'ENDED ' .. closesAt
    elseif not free then
        tellOf(newest, reservation, KEYS[FIXED + i])
        outcome = 'ALREADY_HOLDING ' .. newest
    elseif wait then
        outcome = 'BARRED ' .. wait
    elseif fault then
        outcome = 'TICKET_' .. fault
    elseif remaining <= 0 or isForOthers(user) then
        outcome = 'SOLD_OUT'
    elseif price ~= present(price) then
        outcome = 'PRICE_CHANGED ' .. present(price)
    elseif #users == 0 and isOvertaken() then
        return { 'OVERTAKEN' } -- nothing was written yet
    elseif #users == 0 and not isOfThisRun() then
        return { 'REBUILDING' } -- nothing was written yet, either
    else
        outcome = 'ADMITTED'
        remaining = remaining - 1
        holds[free] = reservation
        taken[#taken + 1] = free
        taken[#taken + 1] = reservation
        remember(user, name, reservation)
        useOffer(user)
        users[#users + 1] = user
        keys[#keys + 1] = KEYS[FIXED + i]
        members[#members + 1] = reservation .. ':' .. user .. ':' .. correlation
        if number then
            outcome = 'ADMITTED ' .. number
            members[#members] = members[#members] .. ':' .. number
            use(number, reservation)
        end
    end
    answer[3 + i] = outcome
end

if #users > 0 then
    redis.call('HSET', KEYS[2], unpack(taken))
    redis.call('HINCRBY', KEYS[1], 'remaining', -#users)
    answer[1] = redis.call('XADD', KEYS[3], '*', 'campaign', ARGV[1], 'at', answer[2], 'terms', terms,
        'reservations', table.concat(members, ' '))
    for i, key in ipairs(keys) do
        redis.call('SET', key, ARGV[1] .. ':' .. users[i] .. ':' .. answer[1], 'EX', ARGV[2])
    end
    writeNames(ARGV[2])
    noteLate(users)
end

addEarlierGroups(answer)
return answer
