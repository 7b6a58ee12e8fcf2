package io.flashsale.locklab.replication;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.CommandCount;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Five Redis servers that know nothing of each other, and keep nothing on disk. */
public final class FiveMasters implements Backend {

    public static final Kind<FiveMasters> KIND = new Kind<>(FiveMasters.class, FiveMasters::new);

    private static final int SIZE = 5;

    private final List<Master> masters;
    private long commandsOfTheDead;

    private FiveMasters(ProcessDirectory home) {
        masters = IntStream.rangeClosed(1, SIZE)
                .mapToObj(number ->
                        Master.of(RedisServer.further("lock-master-" + number, home, Map.of("appendonly", "no"))))
                .toList();
    }

    private record Master(RedisServer server, Redis client) {

        static Master of(RedisServer server) {
            return new Master(server, new Redis(server.host() + ":" + server.port()));
        }
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "masters",
                masters.stream().map(master -> master.client().address()).collect(Collectors.joining(",")));
    }

    /** SIGKILL to one of them, by its number from 1: what it knew is lost. */
    public void kill(int number) {
        commandsOfTheDead += CommandCount.of(client(number));
        masters.get(number - 1).server().kill();
        client(number).disconnect();
    }

    /** Starts one anew; it knows nothing. */
    public void start(int number) {
        masters.get(number - 1).server().start();
    }

    /** SIGSTOP to one of them: it answers nobody. */
    public void pause(int number) {
        masters.get(number - 1).server().pause();
    }

    /** SIGCONT. */
    public void resume(int number) {
        masters.get(number - 1).server().resume();
    }

    /** Whether somebody listens to a channel of one of them, as those do who wait for a lock of Redisson. */
    public boolean somebodySubscribed() {
        return masters.stream()
                .filter(master -> master.server().isRunning())
                .anyMatch(master ->
                        !master.client().call("PUBSUB", "CHANNELS", "*").list().isEmpty());
    }

    /** To look at one, and to change what it knows. */
    public Redis client(int number) {
        return masters.get(number - 1).client();
    }

    @Override
    public void reset() {
        masters.forEach(master -> {
            if (master.server().isRunning()) {
                master.server().resume();
            }
            master.server().start();
            master.client().call("FLUSHALL");
        });
    }

    @Override
    public long commands() {
        return commandsOfTheDead
                + masters.stream()
                        .filter(master -> master.server().isRunning())
                        .mapToLong(master -> CommandCount.of(master.client()))
                        .sum();
    }

    @Override
    public void close() {
        masters.forEach(master -> {
            master.client().close();
            master.server().stop();
        });
    }
}
