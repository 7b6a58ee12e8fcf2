-- Part of reserve.lua: variants of a product are campaigns of one family, and the limit of units holds across them.
--
-- The field family of the gate names the others, its siblings, by their ids. Their keys are beside KEYS[1], in the same
-- shard. Each unit that a user holds there counts as if they held it here. So nobody is told anything while a sibling is
-- missing or being rebuilt, and nobody is admitted while one is of another run of the server, which may have forgotten
-- the last admissions.
local siblings = {} -- keys of their gates
for id in string.gmatch(family or '', '%d+') do
    siblings[#siblings + 1] = string.match(KEYS[1], '^.*:') .. id
end

-- Whether each sibling is there, whole and open.
local function areSiblingsThere()
    for _, sibling in ipairs(siblings) do
        local itsEpoch, itsLease = unpack(redis.call('HMGET', sibling, 'epoch', 'lease'))
        if itsLease or not itsEpoch or redis.call('HGET', sibling .. ':holders', 'epoch') ~= itsEpoch then
            return false
        end
    end
    return true
end

local function areSiblingsOfThisRun()
    for _, sibling in ipairs(siblings) do
        if redis.call('HGET', sibling, 'runId') ~= runId then
            return false
        end
    end
    return true
end
