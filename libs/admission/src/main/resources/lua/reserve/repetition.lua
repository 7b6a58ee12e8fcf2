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
