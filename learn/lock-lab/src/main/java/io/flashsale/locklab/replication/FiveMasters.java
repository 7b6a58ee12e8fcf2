package io.flashsale.locklab.replication;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisLockObserver;
import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.CommandCount;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import io.flashsale.locklab.trace.TraceStep;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Five independent Redis servers that keep nothing on disk. */
public final class FiveMasters implements Backend {

    public static final Kind<FiveMasters> KIND = new Kind<>(FiveMasters.class, FiveMasters::new);

    private static final int SIZE = 5;

    private final List<Master> masters;
    private final Set<Integer> paused = ConcurrentHashMap.newKeySet();
    private volatile Marks marks = Marks.NONE;
    private long commandsOfTheDead;

    private FiveMasters(ProcessDirectory home) {
        masters = numbers()
                .mapToObj(number ->
                        master(number, RedisServer.further("lock-master-" + number, home, Map.of("appendonly", "no"))))
                .toList();
    }

    private record Master(RedisServer server, Redis client, RedisLockObserver observer) {}

    private Master master(int number, RedisServer server) {
        String address = server.host() + ":" + server.port();
        return new Master(
                server,
                new Redis(address),
                new RedisLockObserver(lane(number), address, () -> server.isRunning() && !paused.contains(number)));
    }

    private static String lane(int number) {
        return "master-" + number;
    }

    @Override
    public List<LockObserver> observers() {
        return masters.stream().<LockObserver>map(Master::observer).toList();
    }

    @Override
    public void recordOn(Marks newMarks) {
        marks = newMarks;
    }

    /** Expires a lock's key on one of the servers at once. */
    void endLease(int number, String lock) {
        marks.mark(TraceStep.Kind.LEASE_ENDED, lane(number), "PEXPIRE " + lock + " 0");
        client(number).call("PEXPIRE", lock, 0);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "masters",
                masters.stream().map(master -> master.client().address()).collect(Collectors.joining(",")));
    }

    /** Kills one of the servers (SIGKILL), by its number from 1. Its data is lost. */
    public void kill(int number) {
        commandsOfTheDead += CommandCount.of(client(number));
        marks.mark(TraceStep.Kind.KILLED, lane(number), "");
        masters.get(number - 1).server().kill();
        client(number).disconnect();
        masters.get(number - 1).observer().disconnect();
    }

    /** Starts one of the servers again, empty. */
    public void start(int number) {
        masters.get(number - 1).server().start();
        marks.mark(TraceStep.Kind.STARTED, lane(number), "");
    }

    /** Pauses one of the servers (SIGSTOP): it responds to nobody. */
    public void pause(int number) {
        paused.add(number);
        masters.get(number - 1).server().pause();
        marks.mark(TraceStep.Kind.PAUSED, lane(number), "");
    }

    /** Resumes one of the servers (SIGCONT). */
    public void resume(int number) {
        marks.mark(TraceStep.Kind.RESUMED, lane(number), "");
        masters.get(number - 1).server().resume();
        paused.remove(number);
    }

    /** Resumes a server. Returns when it has carried out whatever was sent to it while it stood still. */
    void resumeAndCatchUp(int number) {
        resume(number);
        client(number).disconnect(); // a connection made now is accepted after all earlier ones
        client(number).call("PING");
        client(number).call("PING");
    }

    /** The numbers of the servers, from 1. */
    IntStream numbers() {
        return IntStream.rangeClosed(1, SIZE);
    }

    /** Whether any of the servers has a subscriber, such as a client that waits for a lock of Redisson. */
    public boolean somebodySubscribed() {
        return masters.stream()
                .filter(master -> master.server().isRunning())
                .anyMatch(master ->
                        !master.client().call("PUBSUB", "CHANNELS", "*").list().isEmpty());
    }

    /** A client for looking at one server and for changing its data. */
    public Redis client(int number) {
        return masters.get(number - 1).client();
    }

    @Override
    public void reset() {
        marks = Marks.NONE;
        paused.clear();
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
                        .sum()
                - masters.stream()
                        .mapToLong(master -> master.observer().commands())
                        .sum();
    }

    @Override
    public void close() {
        masters.forEach(master -> {
            master.client().close();
            master.observer().close();
            master.server().stop();
        });
    }
}
