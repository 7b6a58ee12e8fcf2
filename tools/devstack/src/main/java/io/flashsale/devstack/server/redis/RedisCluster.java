package io.flashsale.devstack.server.redis;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.ServerFailedException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A Redis Cluster: masters that share the 16,384 slots evenly, and replicas of each.
 *
 * <p>A replica takes over when its master has not answered for two seconds. A master without a reachable
 * replica takes no writes. Each master therefore needs two replicas: otherwise a replica that takes over would
 * have none.
 *
 * @param masters at the first start; after a fail-over some of them are replicas
 * @param replicas at the first start, in rounds over the masters
 */
public record RedisCluster(List<RedisServer> masters, List<RedisServer> replicas) implements RedisDeployment {

    private static final int SLOTS = 16_384;

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "SPRING_DATA_REDIS_CLUSTER_NODES",
                nodes().map(node -> node.host() + ":" + node.port()).collect(joining(",")));
    }

    /**
     * Forms a cluster of all nodes, which must run; returns when all slots are served and copied.
     *
     * <p>It continues the work of an earlier call that was interrupted.
     */
    public void form() {
        Set<String> all = nodes().map(node -> Member.itself(node).id()).collect(toSet());
        await("know each other", () -> {
            meet(all);
            return nodes().allMatch(node -> known(node).equals(all));
        });
        for (int i = 0; i < masters.size(); i++) {
            if (Member.itself(masters.get(i)).isMasterOfNothing()) {
                int from = SLOTS * i / masters.size();
                int to = SLOTS * (i + 1) / masters.size() - 1;
                masters.get(i).run("CLUSTER ADDSLOTSRANGE " + from + " " + to);
            }
        }
        for (int i = 0; i < replicas.size(); i++) {
            if (Member.itself(replicas.get(i)).isMasterOfNothing()) {
                RedisServer master = masters.get(i % masters.size());
                replicas.get(i).run("CLUSTER REPLICATE " + Member.itself(master).id());
            }
        }
        awaitAll("serve all slots", node -> {
            String state = node.run("CLUSTER INFO");
            return state.contains("cluster_state:ok\r\n") && state.contains("cluster_slots_ok:" + SLOTS + "\r\n");
        });
        awaitAll(
                "have a copy of each master",
                node -> isMaster(node) || node.info("master_link_status").equals("up"));
    }

    /** The first node introduces all others to each other. A repeated introduction has no effect. */
    private void meet(Set<String> all) {
        RedisServer first = masters.getFirst();
        if (!known(first).equals(all)) {
            nodes().skip(1)
                    .forEach(node -> first.run("CLUSTER MEET " + node.host() + " " + node.port() + " "
                            + node.busPort().orElseThrow()));
        }
    }

    /** The nodes that this node knows by id. Before two nodes have answered each other, they use temporary ids. */
    private static Set<String> known(RedisServer node) {
        return Member.seenBy(node)
                .filter(member -> !member.isStranger())
                .map(Member::id)
                .collect(toSet());
    }

    private static boolean isMaster(RedisServer node) {
        return node.info("role").equals("master");
    }

    private Stream<RedisServer> nodes() {
        return Stream.concat(masters.stream(), replicas.stream());
    }

    private void awaitAll(String what, Predicate<RedisServer> condition) {
        await(what, () -> nodes().allMatch(condition));
    }

    private static void await(String what, BooleanSupplier condition) {
        if (!Pause.until(condition, ManagedProcess.START_TIMEOUT, 50)) {
            throw new ServerFailedException("the nodes of the Redis Cluster do not " + what);
        }
    }

    /**
     * A cluster node as another node sees it: a line of {@code CLUSTER NODES}.
     *
     * @param flags such as {@code myself}, {@code master}, {@code slave}, {@code handshake}
     * @param servesSlots whether slots are assigned to it
     */
    private record Member(String id, Set<String> flags, boolean servesSlots) {

        /** Index after id, address, flags, master, last ping and pong, epoch and link; then the slots follow. */
        private static final int FIRST_SLOTS = 8;

        static Stream<Member> seenBy(RedisServer node) {
            return node.run("CLUSTER NODES")
                    .lines()
                    .filter(line -> !line.isBlank())
                    .map(Member::parse);
        }

        static Member itself(RedisServer node) {
            return seenBy(node)
                    .filter(member -> member.flags.contains("myself"))
                    .findFirst()
                    .orElseThrow();
        }

        private static Member parse(String line) {
            List<String> fields = List.of(line.strip().split(" "));
            return new Member(fields.get(0), Set.of(fields.get(2).split(",")), fields.size() > FIRST_SLOTS);
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
}
