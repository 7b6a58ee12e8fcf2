package io.flashsale.locklab.trace;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An action or event, timed by the clock of the machine on which all processes run.
 *
 * @param fromMicros when it began, in microseconds since 1970: a command was sent
 * @param toMicros when it ended: its response was there; equals {@code fromMicros} for an event without duration
 * @param who the thread or the server that did it, or that it happened to
 * @param to the address or the lane of a command's receiver; otherwise empty
 * @param text the command, the name of a lock or of a fail point
 * @param answer the result; may be empty
 * @param source the line that did it, as {@code io.flashsale.…SetNxLock:27}; may be empty
 * @param within the line of the scheme's own class at that time, if it is another one; otherwise empty
 */
public record TraceStep(
        Kind kind,
        long fromMicros,
        long toMicros,
        String who,
        String to,
        String text,
        String answer,
        String source,
        String within) {

    private static final int WORDS = 9;

    /** Kinds of steps. */
    public enum Kind {
        /** A client begins an operation. */
        BEGINS,
        /** The operation has ended, with this outcome. */
        ENDS,
        /** A command to a server, and its response. */
        COMMAND,
        /** A client comes to a lock; the answer says {@code shared} if only to read. */
        ASKS,
        /**
         * The client was let in, and believes from now on that it holds the lock. The answer is {@code shared} or
         * nothing, followed by its fencing token if it has one.
         */
        BELIEVES,
        /** The client no longer believes that it holds the lock. */
        GIVES_BACK,
        /** The client asked for the lock, did not get it, and waits. */
        WAITS,
        /** A waiter was notified of a change. */
        NOTIFIED,
        /** The script holds a client at a fail point. */
        STANDS,
        GOES_ON,
        /** The client continues with an exception. */
        THROWS,
        /** SIGSTOP to a process. */
        PAUSED,
        /** SIGCONT. */
        RESUMED,
        /** SIGKILL. */
        KILLED,
        /** SIGKILL to some of several servers of one lane; the text says how many of how many. */
        SERVER_LOST,
        /** A server was restarted. */
        STARTED,
        /** A replica was promoted to master. */
        PROMOTED,
        /** A connection between servers, or between a client and its lock server, was cut. */
        CUT,
        /** The connection works again. */
        MENDED,
        /** A client's library reports the state of its connection, named by the text, such as {@code SUSPENDED}. */
        CONNECTION,
        /** The script has ended a lease, or made a server forget a lock. */
        LEASE_ENDED,
        /** A lease has expired at the time that the server had announced. */
        EXPIRED,
        /**
         * Belief and truth differ: the server holds the client's lock for the one in the answer, or for nobody. With
         * five servers, the client has it on only as many as the answer says.
         */
        PARTED,
        /** A server holds a lock for a client that has died, or has left without releasing it. */
        LEFT_BEHIND
    }

    /** An event without duration. */
    public static TraceStep at(Kind kind, long micros, String who, String text, String answer) {
        return new TraceStep(kind, micros, micros, who, "", text, answer, "", "");
    }

    /** Encodes the step as words of one line. */
    public String line() {
        return Stream.of(
                        kind.name(),
                        Long.toString(fromMicros),
                        Long.toString(toMicros),
                        who,
                        to,
                        text,
                        answer,
                        source,
                        within)
                .map(word -> "." + URLEncoder.encode(word, StandardCharsets.UTF_8)) // so no word is empty
                .collect(Collectors.joining(" "));
    }

    /** @throws IllegalArgumentException if the words are incomplete, because their writer was killed while writing */
    public static TraceStep parse(List<String> words) {
        if (words.size() != WORDS) {
            throw new IllegalArgumentException("no step: " + words);
        }
        List<String> said = words.stream()
                .map(word -> URLDecoder.decode(word.substring(1), StandardCharsets.UTF_8))
                .toList();
        return new TraceStep(
                Kind.valueOf(said.get(0)),
                Long.parseLong(said.get(1)),
                Long.parseLong(said.get(2)),
                said.get(3),
                said.get(4),
                said.get(5),
                said.get(6),
                said.get(7),
                said.get(8));
    }

    /** The same step with another actor and receiver. */
    TraceStep between(String newWho, String newTo) {
        return new TraceStep(kind, fromMicros, toMicros, newWho, newTo, text, answer, source, within);
    }

    /** The same step with this end. */
    TraceStep until(long micros) {
        return new TraceStep(kind, fromMicros, micros, who, to, text, answer, source, within);
    }

    /** The best estimate of when a command ran, from the client's view. */
    long middle() {
        return (fromMicros + toMicros) / 2;
    }
}
