package io.flashsale.locklab.scheduler;

import io.flashsale.locklab.scenario.Worker;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client that stands still before each of its commands to a server, and carries out one whenever it is told to. Between two
 * commands it does what the scheme's code says, as always.
 */
final class SteppedClient {

    private final String name;
    private final Worker process;
    private @Nullable Command next;
    private @Nullable Outcome latest;
    private String fault = "";

    SteppedClient(String name, Worker process) {
        this.name = name;
        this.process = process;
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

    /** The process in which it is. */
    Worker process() {
        return process;
    }

    /** It begins to buy one unit, and comes to its first command. */
    void begin() {
        process.say("step", name);
        process.say("operation", name, Operations.BUY);
        arrive();
    }

    /** It carries out the command that it stands at; returns when it has come to the next one, or has ended. */
    void step() {
        process.say("next", name);
        arrive();
    }

    private void arrive() {
        List<String> news = process.awaitNews(name, "to come to its next command");
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

    /** The command that it stands at; null if it does nothing now. */
    @Nullable
    Command next() {
        return next;
    }

    /** What came of its latest attempt; null before the first one has ended. */
    @Nullable
    Outcome latest() {
        return latest;
    }

    /** The message of the exception that the latest attempt ended with; empty if it ended without. */
    String fault() {
        return fault;
    }

    /** It goes on by itself, at no command does it stand still any more. */
    void free() {
        if (next != null) {
            process.say("free", name);
        }
    }

    /** Waits until it has ended what it does. */
    void awaitEnd() {
        while (next != null) {
            arrive();
        }
    }
}
