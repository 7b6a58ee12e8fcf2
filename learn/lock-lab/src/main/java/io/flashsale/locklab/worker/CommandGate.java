package io.flashsale.locklab.worker;

import io.flashsale.locklab.trace.Trace;
import io.flashsale.locklab.zookeeper.ZooKeeperSession;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stops stepped clients before each command to a server and reports the command. Each waits until it is told to
 * continue. Commands to the resource's journal do not count: they are the lab's own.
 */
final class CommandGate implements Trace.Gate {

    private final Map<String, Semaphore> stepped = new ConcurrentHashMap<>();
    private final Consumer<String> say;
    private volatile String journal = "";

    CommandGate(Consumer<String> say) {
        this.say = say;
    }

    /** @param journalAddress of the resource's server */
    void reset(String journalAddress) {
        stepped.keySet().forEach(this::free);
        journal = journalAddress;
    }

    /** Steps this client from now on. */
    void step(String client) {
        stepped.put(client, new Semaphore(0));
    }

    /** Lets the client run one command. */
    void next(String client) {
        Semaphore steps = stepped.get(client);
        if (steps != null) {
            steps.release();
        }
    }

    /** Stops stepping the client. */
    void free(String client) {
        Semaphore steps = stepped.remove(client);
        if (steps != null) {
            steps.release();
        }
    }

    @Override
    public void pass(String to, Supplier<String> text) {
        String client = Thread.currentThread().getName();
        Semaphore steps = stepped.get(client);
        if (steps != null && !to.equals(journal)) {
            say.accept("before " + client + words(to, text.get(), Trace.source()));
            steps.acquireUninterruptibly();
            ZooKeeperSession.receiveAll(); // so that what a client knows does not depend on the network
        }
    }

    private static String words(String... words) {
        return Stream.of(words)
                .map(word -> " ." + URLEncoder.encode(word, StandardCharsets.UTF_8)) // so no word is empty
                .collect(Collectors.joining());
    }
}
