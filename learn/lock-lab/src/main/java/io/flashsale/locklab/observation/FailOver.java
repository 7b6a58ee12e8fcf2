package io.flashsale.locklab.observation;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisErrorException;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.client.Subscription;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/** Watches three Sentinels replace a master that is killed, until the old master is back as a replica of the new one. */
final class FailOver implements AutoCloseable {

    private static final int SIZE = 3;
    private static final int BETWEEN_LOOKS_MILLIS = 20;
    private static final String PREFIX = "observed-";

    /** What the Sentinels publish on the way. */
    private static final Map<String, String> EVENTS = Map.of(
            "+sdown", "hears no more of ",
            "+odown", "knows that another one hears no more of ",
            "+elected-leader", "is elected to replace ",
            "+selected-slave", "chooses ",
            "+promoted-slave", "has promoted ",
            "+switch-master", "names clients the new master: ");

    private final List<RedisServer> servers;
    private final List<RedisSentinel> sentinels;
    private final TextTable table = new TextTable("seconds", "who", "event", "in words");
    private volatile long begin;

    FailOver(ProcessDirectory home) {
        RedisServer master = RedisServer.watchedMaster(PREFIX + "redis-1", home, Ports.free());
        servers = List.of(
                master,
                RedisServer.watchedReplica(PREFIX + "redis-2", home, Ports.free(), master),
                RedisServer.watchedReplica(PREFIX + "redis-3", home, Ports.free(), master));
        sentinels = IntStream.rangeClosed(1, SIZE)
                .mapToObj(number ->
                        new RedisSentinel(PREFIX + "sentinel-" + number, home, Ports.free(), master, SIZE - 1, SIZE))
                .toList();
        processes().forEach(FailOver::forget);
        servers.forEach(RedisServer::start);
        sentinels.forEach(RedisSentinel::launch);
        sentinels.forEach(RedisSentinel::awaitReady);
    }

    private Stream<ManagedProcess> processes() {
        return Stream.concat(sentinels.stream(), servers.stream());
    }

    /** Deletes what an earlier run has left, in which each had another port. */
    private static void forget(ManagedProcess process) {
        try {
            FileSystemUtils.deleteRecursively(process.data());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void watch() {
        List<Redis> clients = sentinels.stream()
                .map(sentinel -> new Redis(sentinel.host() + ":" + sentinel.port()))
                .toList();
        List<Subscription> subscriptions = new ArrayList<>();
        for (int index = 0; index < SIZE; index++) {
            String who = shortName(sentinels.get(index));
            Redis client = clients.get(index);
            EVENTS.keySet()
                    .forEach(event -> subscriptions.add(
                            client.subscribe(event, message -> note(who, event, message.split(" ")))));
        }
        try {
            replaceMaster(clients);
        } finally {
            subscriptions.forEach(Subscription::close);
            clients.forEach(Redis::close);
        }
    }

    private void replaceMaster(List<Redis> clients) {
        RedisServer old = servers.getFirst();
        begin = System.nanoTime();
        old.kill();
        note("the lab", "SIGKILL", "kills redis-1");
        await("a new master", () -> {
            List<Integer> named =
                    clients.stream().map(FailOver::portOfMaster).distinct().toList();
            return named.size() == 1 && named.getFirst() != old.port();
        });
        RedisServer master = serverAt(portOfMaster(clients.getFirst()));
        try (Redis client = new Redis(master.host() + ":" + master.port())) {
            await("a master with a replica", () -> isWritten(client));
        }
        note("ann", "SET", "gets OK from " + shortName(master));
        old.start();
        note("the lab", "start", "starts redis-1 again");
        await("the old master as a replica", () -> old.copies(serverAt(portOfMaster(clients.getFirst()))));
        note("redis-1", "", "is a replica of " + shortName(master));
    }

    private static int portOfMaster(Redis sentinel) {
        RedisReply address = sentinel.call("SENTINEL", "get-master-addr-by-name", RedisSentinel.MASTER);
        return (int) address.list().get(1).number();
    }

    private static boolean isWritten(Redis master) {
        try {
            return master.call("SET", "stock", 99).isOk();
        } catch (RedisErrorException | UncheckedIOException notYet) { // it demands a replica
            return false;
        }
    }

    private static void await(String what, BooleanSupplier isThere) {
        if (!Pause.until(isThere, ManagedProcess.START_TIMEOUT, BETWEEN_LOOKS_MILLIS)) {
            throw new ScenarioException("there is never " + what);
        }
    }

    private RedisServer serverAt(int port) {
        return servers.stream()
                .filter(server -> server.port() == port)
                .findFirst()
                .orElseThrow(() -> new ScenarioException("no server of ours has port " + port));
    }

    /** @param message such as {@code master NAME HOST PORT}, {@code slave …} or {@code NAME HOST PORT HOST PORT} */
    private void note(String sentinel, String event, String[] message) {
        boolean isSwitch = event.equals("+switch-master");
        boolean isOfMaster = isSwitch || message[0].equals("master");
        if (isOfMaster || event.endsWith("-slave")) {
            RedisServer server = serverAt(Integer.parseInt(message[isSwitch ? 4 : 3]));
            note(sentinel, event, EVENTS.get(event) + shortName(server));
        }
    }

    private synchronized void note(String who, String event, String words) {
        table.add((System.nanoTime() - begin) / 1e9, who, event, words);
    }

    private static String shortName(ManagedProcess process) {
        return process.name().substring(PREFIX.length());
    }

    /** What has happened so far, as a table. */
    synchronized String seen() {
        return table.text();
    }

    @Override
    public void close() {
        processes().forEach(ManagedProcess::stop);
    }
}
