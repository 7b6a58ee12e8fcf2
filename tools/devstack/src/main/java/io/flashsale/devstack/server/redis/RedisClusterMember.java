package io.flashsale.devstack.server.redis;

import java.util.List;
import java.util.Set;

/**
 * A cluster node as another node sees it: a line of {@code CLUSTER NODES}.
 *
 * @param flags such as {@code myself}, {@code master}, {@code slave}, {@code handshake}
 * @param servesSlots whether slots are assigned to it
 */
record RedisClusterMember(String id, Set<String> flags, boolean servesSlots) {

    /** Index after id, address, flags, master, last ping and pong, epoch and link; then the slots follow. */
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

    /** Whether it has not answered yet; its id is then temporary. */
    boolean isStranger() {
        return flags.contains("handshake");
    }

    /** Whether it is a master without slots, as each node is at first. */
    boolean isMasterOfNothing() {
        return flags.contains("master") && !servesSlots;
    }
}
