-- Removes groups from an outbox that the queue has, each only if the entry is still this group's.
--
-- A server that took over while its clock was behind may give out entry ids that its predecessor gave, too. The id
-- alone might then name a group that the queue has never seen; no other group has the same reservation.
--
-- Atomic because a server that takes over between comparison and removal may have another group under the same id.
--
-- KEYS  1 outbox (stream)
-- ARGV  two for each group: entry id, its first reservation
--
-- Returns the ids of the entries that are other groups' and stay; nothing if there are none. All other entries are
-- gone, by this call or before
local mine, others = {}, {}
for i = 1, #ARGV, 2 do
    local entry = redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i])[1]
    if entry then
        local isMine = string.match(entry[2][8] or '', '^%d+') == ARGV[i + 1]
        local side = isMine and mine or others
        side[#side + 1] = ARGV[i]
    end
end
if #mine > 0 then
    redis.call('XDEL', KEYS[1], unpack(mine))
end
return others
