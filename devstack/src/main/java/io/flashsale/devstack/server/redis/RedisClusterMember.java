package io.flashsale.devstack.server.redis;

import java.util.List;
import java.util.Set;

/**
 * A node of a Redis Cluster as one of them sees it: a line of {@code CLUSTER NODES}.
 *
 * @param flags such as {@code myself}, {@code master}, {@code slave}, {@code handshake}
 * @param servesSlots whether slots are assigned to it
 */
record RedisClusterMember(String id, Set<String> flags, boolean servesSlots) {

    /** Id, address, flags, master, last ping and pong, epoch, link; then the slots. */
    private static final int SLOTS = 8;

    static RedisClusterMember parse(String line) {
        List<String> fields = List.of(line.strip().split(" "));
        return new RedisClusterMember(fields.get(0), Set.of(fields.get(2).split(",")), fields.size() > SLOTS);
    }

    static List<RedisClusterMember> seenBy(RedisServer node) {
        return node.run("CLUSTER NODES")
                .lines()
                .filter(line -> !line.isBlank())
                .map(RedisClusterMember::parse)
                .toList();
    }

    static RedisClusterMember itself(RedisServer node) {
        return seenBy(node).stream()
                .filter(member -> member.flags.contains("myself"))
                .findFirst()
                .orElseThrow();
    }

    /** Has not answered yet; its id is none of its own. */
    boolean isStranger() {
        return flags.contains("handshake");
    }

    /** As every node is before it is given slots or a master. */
    boolean isMasterOfNothing() {
        return flags.contains("master") && !servesSlots;
    }
}
