package io.flashsale.devstack.server;

import static java.util.stream.Collectors.joining;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.ServerFailedException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A Redis Cluster: masters that share the 16,384 slots evenly, and a replica for each, which takes over when its master has not
 * answered for two seconds.
 *
 * @param masters at the first start; after a fail-over some of them are replicas
 * @param replicas at the first start, in the order of their masters
 */
public record RedisCluster(List<RedisServer> masters, List<RedisServer> replicas) implements RedisDeployment {

    private static final int SLOTS = 16_384;

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "SPRING_DATA_REDIS_CLUSTER_NODES",
                nodes().map(node -> node.host() + ":" + node.port()).collect(joining(",")));
    }

    /** All nodes must run. Makes a cluster of them unless they are one already, and returns when all slots are served. */
    public void form() {
        RedisServer first = masters.getFirst();
        if (says(first, "cluster_known_nodes:1")) {
            nodes().skip(1)
                    .forEach(node -> first.run("CLUSTER MEET " + node.host() + " " + node.port() + " "
                            + node.busPort().orElseThrow()));
            for (int i = 0; i < masters.size(); i++) {
                int from = SLOTS * i / masters.size();
                int to = SLOTS * (i + 1) / masters.size() - 1;
                masters.get(i).run("CLUSTER ADDSLOTSRANGE " + from + " " + to);
            }
            await(node -> says(node, "cluster_known_nodes:" + nodes().count()), "know each other");
            for (int i = 0; i < replicas.size(); i++) {
                replicas.get(i).run("CLUSTER REPLICATE " + masters.get(i).run("CLUSTER MYID"));
            }
        }
        await(node -> says(node, "cluster_state:ok"), "serve all slots");
        await(node -> isMaster(node) || node.info("master_link_status").equals("up"), "have a copy of each master");
    }

    private static boolean says(RedisServer node, String line) {
        return node.run("CLUSTER INFO").contains(line + "\r\n");
    }

    private static boolean isMaster(RedisServer node) {
        return node.info("role").equals("master");
    }

    private Stream<RedisServer> nodes() {
        return Stream.concat(masters.stream(), replicas.stream());
    }

    private void await(Predicate<RedisServer> condition, String what) {
        long deadline = System.nanoTime() + ManagedProcess.START_TIMEOUT.toNanos();
        while (!nodes().allMatch(condition)) {
            if (System.nanoTime() > deadline) {
                throw new ServerFailedException("the nodes of the Redis Cluster do not " + what);
            }
            Pause.millis(50);
        }
    }
}
