package io.flashsale.locklab.scheduler;

import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scenario.Worker;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that stops before each of its commands to a server and runs one when told to. Between two commands it
 * runs the scheme's code as usual.
 */
final class SteppedClient {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(8);
    private static final int LOOKS = 3;
    private static final Duration END_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STEP_TIMEOUT = Duration.ofMinutes(5);

    private final String name;
    private final Worker process;
    private final @Nullable LongSupplier waitingForRows;
    private @Nullable Command next;
    private @Nullable Outcome latest;
    private String fault = "";
    private int attempts;
    private boolean waits;
    private boolean waitsForRow;

    SteppedClient(String name, Worker process) {
        this(name, process, null);
    }

    /**
     * A client that may come to wait between two commands.
     *
     * @param waitingForRows how many other clients wait for a lock at a server now
     */
    SteppedClient(String name, Worker process, @Nullable LongSupplier waitingForRows) {
        this.name = name;
        this.process = process;
        this.waitingForRows = waitingForRows;
    }

    /**
     * A command that a client is about to send.
     *
     * @param to an address or a lane
     * @param source the line that sends it, as {@code io.flashsale.…SetNxLock:27}; may be empty
     */
    record Command(String to, String text, String source) {}

    String name() {
        return name;
    }

    Worker process() {
        return process;
    }

    /** Begins to buy one unit, and runs to the first command. */
    void begin() {
        process.say("step", name);
        process.say("operation", name, Operations.BUY);
        attempts++;
        arrive();
    }

    /** Runs the present command. Returns when the client is at the next one, has ended, or waits. */
    void step() {
        process.say("next", name);
        arrive();
    }

    private void arrive() {
        LongSupplier others = waitingForRows;
        if (others == null) {
            take(process.awaitNews(name, "to come to its next command"));
        } else if (!arrivesUnlessItWaits(others)) {
            next = null;
            waits = true;
        }
    }

    /** Several looks in a row must show that it is parked in its JVM, or waits at a server. */
    private boolean arrivesUnlessItWaits(LongSupplier others) {
        long deadline = System.nanoTime() + STEP_TIMEOUT.toNanos();
        int parked = 0;
        int atAServer = 0;
        while (System.nanoTime() < deadline) {
            List<String> news = process.newsWithin(name, BETWEEN_LOOKS);
            if (news != null) {
                take(news);
                return true;
            }
            parked = process.isParked(name) ? parked + 1 : 0;
            atAServer = others.getAsLong() > 0 ? atAServer + 1 : 0;
            if (parked == LOOKS || atAServer == LOOKS) {
                waitsForRow = atAServer == LOOKS;
                return false;
            }
        }
        throw new ScenarioException("waited " + STEP_TIMEOUT.toSeconds() + " s in vain for: " + name
                + " to come to its next command, or to wait");
    }

    /** Gives a waiting client this time to reach a command or to end. */
    boolean comesOn(Duration time) {
        List<String> news = waits ? process.newsWithin(name, time) : null;
        if (news == null) {
            return false;
        }
        take(news);
        return true;
    }

    /** Whether it waits for another client. */
    boolean waits() {
        return waits;
    }

    /** Whether it waits at a server. */
    boolean waitsForRow() {
        return waits && waitsForRow;
    }

    private void take(List<String> news) {
        waits = false;
        waitsForRow = false;
        if (news.getFirst().equals("before")) {
            next = new Command(word(news, 2), word(news, 3), word(news, 4));
            return;
        }
        next = null;
        latest = Outcome.valueOf(news.get(2));
        fault = news.size() > 3 ? Worker.decode(news.get(3)) : "";
    }

    private static String word(List<String> news, int at) {
        return Worker.decode(news.get(at).substring(1));
    }

    /** The command at which it is stopped; null if it does nothing now. */
    @Nullable
    Command next() {
        return next;
    }

    /** The outcome of its latest attempt; null before the first has ended. */
    @Nullable
    Outcome latest() {
        return latest;
    }

    /** The exception message of its latest attempt; empty if it ended without one. */
    String fault() {
        return fault;
    }

    /** How often it has begun to buy. */
    int attempts() {
        return attempts;
    }

    /** Whether it waits without a time-out, until another client wakes it. */
    boolean waitsForEver() {
        return waits && process.isParkedForEver(name);
    }

    /** Lets it run on without stopping at any command. */
    void free() {
        if (next != null || waits) {
            process.say("free", name);
            if (waits) {
                process.say("interrupt", name);
            }
        }
    }

    /** Waits until its operation has ended. */
    void awaitEnd() {
        while (next != null || waits) {
            List<String> news = process.newsWithin(name, END_TIMEOUT);
            if (news == null) {
                throw new ScenarioException(name + " does not end");
            }
            take(news);
        }
    }
}
