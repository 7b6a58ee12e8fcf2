package io.flashsale.locklab.trace;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something that was done or happened, by the clock of the machine on which all processes of a run are.
 *
 * @param fromMicros when it began, in microseconds since 1970: a command was sent
 * @param toMicros when it ended: its answer was there; the same for what takes no time
 * @param who the thread or the server that did it, or that it happened to
 * @param to the address or the lane of whom a command was for; else empty
 * @param text the command, the name of a lock or of a fail point
 * @param answer what came of it; may be empty
 * @param source the line that did it, as {@code io.flashsale.…SetNxLock:27}; may be empty
 * @param within the line of the scheme's own class at that time, if it is another one; else empty
 */
public record Step(
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
        /** A client begins with an operation. */
        BEGINS,
        /** It has ended, with this outcome. */
        ENDS,
        /** A command to a server, and its answer. */
        COMMAND,
        /** A client comes to a lock; the answer says {@code shared} if only to read. */
        ASKS,
        /**
         * It was let in, and believes from now on that it holds the lock; the answer is {@code shared} or nothing, and its
         * fencing token, if it has one.
         */
        BELIEVES,
        /** It believes so no more. */
        GIVES_BACK,
        /** It has asked for the lock, was not given it, and waits. */
        WAITS,
        /** Somebody who waits was told that something has changed. */
        NOTIFIED,
        /** The script has a client stand still at a fail point. */
        STANDS,
        GOES_ON,
        /** It goes on by an exception. */
        THROWS,
        /** SIGSTOP to a process. */
        PAUSED,
        /** SIGCONT. */
        RESUMED,
        /** SIGKILL. */
        KILLED,
        /** SIGKILL to some of several servers of one lane; the text says how many of how many. */
        SERVER_LOST,
        /** A server was started anew. */
        STARTED,
        /** A replica was made a master. */
        PROMOTED,
        /** A line between servers, or between a client and its lock server, was cut. */
        CUT,
        /** It is whole again. */
        MENDED,
        /** The library of a client says what has become of its connection, in the words of the text, such as {@code SUSPENDED}. */
        CONNECTION,
        /** The script has ended a lease, or made a server forget a lock. */
        LEASE_ENDED,
        /** A lease has ended, by the time that the server had said is left. */
        EXPIRED,
        /**
         * A client believes to hold a lock which its server holds for the one in the answer, or for nobody; or of which it has only as
         * many of five servers as the answer says.
         */
        PARTED,
        /** A server holds a lock for a client that has died, or has gone without giving it back. */
        LEFT_BEHIND
    }

    /** Something that takes no time. */
    public static Step at(Kind kind, long micros, String who, String text, String answer) {
        return new Step(kind, micros, micros, who, "", text, answer, "", "");
    }

    /** As words of one line. */
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
                .map(word -> "." + URLEncoder.encode(word, StandardCharsets.UTF_8)) // no word is empty
                .collect(Collectors.joining(" "));
    }

    /** @throws IllegalArgumentException if these are no such words: whoever wrote them was killed in the middle */
    public static Step parse(List<String> words) {
        if (words.size() != WORDS) {
            throw new IllegalArgumentException("no step: " + words);
        }
        List<String> said = words.stream()
                .map(word -> URLDecoder.decode(word.substring(1), StandardCharsets.UTF_8))
                .toList();
        return new Step(
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

    /** The same, of another one who did it, for another one. */
    Step between(String newWho, String newTo) {
        return new Step(kind, fromMicros, toMicros, newWho, newTo, text, answer, source, within);
    }

    /** The same, which lasted until then. */
    Step until(long micros) {
        return new Step(kind, fromMicros, micros, who, to, text, answer, source, within);
    }

    /** When a command was most likely carried out, as far as its client can tell. */
    long middle() {
        return (fromMicros + toMicros) / 2;
    }
}
