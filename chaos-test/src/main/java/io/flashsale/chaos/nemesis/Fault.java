package io.flashsale.chaos.nemesis;

import io.flashsale.chaos.system.Targets;
import io.flashsale.chaos.system.Topology;
import java.util.Locale;

/**
 * Something that will be broken.
 *
 * @param target one of {@link io.flashsale.chaos.system.Targets}
 * @param at when, in milliseconds after the beginning of the round
 * @param length for how long, in milliseconds; 0 for what happens at a moment
 * @param amount milliseconds of latency (DELAY), or until connections are closed (CLOSE_SLOWLY); else 0
 */
public record Fault(Kind kind, String target, long at, long length, long amount) {

    public enum Kind {
        /** SIGKILL; the process is started again at the end. */
        KILL("dies (SIGKILL)"),
        /** SIGSTOP; the process goes on at the end. */
        PAUSE("hangs (SIGSTOP)"),
        /** SIGTERM, and started again at once. */
        RESTART("is restarted"),
        DELAY("is slow"),
        CUT("is cut"),
        /** What is asked does not arrive; what is answered does. */
        CUT_REQUESTS("passes no requests"),
        /** What is asked is done, and the answer does not arrive. */
        CUT_ANSWERS("passes no answers"),
        RESET("breaks all connections"),
        /** All connections fall silent, and end later. */
        CLOSE_SLOWLY("closes slowly"),
        /** All memory of Redis is gone. */
        WIPE("loses its memory"),
        /** The Sentinels choose another master, although the master is well. */
        FAIL_OVER("is replaced by a replica");

        private final String verb;

        Kind(String verb) {
            this.verb = verb;
        }
    }

    public long end() {
        return at + length;
    }

    /**
     * Whether Redis may from then on have promised what MySQL does not keep: its memory is taken away, or a replica may take the
     * place of a master, which does not know it yet and goes on for a moment. A single Redis that dies or hangs has its
     * append-only file, and a slow or broken line to it takes no memory away: neither excuses anything.
     */
    boolean mayLetRedisOverpromise(Topology topology) {
        return target.equals(Targets.REDIS) && (kind == Kind.WIPE || topology.failsOver());
    }

    /** For people, such as "kafka hangs (SIGSTOP) from 3.2 s on for 4.0 s". */
    public String text() {
        String extent = amount == 0 ? "" : " (" + amount + " ms)";
        String forHowLong = length == 0 ? "" : String.format(Locale.ROOT, " for %.1f s", length / 1e3);
        return target + " " + kind.verb + extent + String.format(Locale.ROOT, " from %.1f s on", at / 1e3) + forHowLong;
    }
}
