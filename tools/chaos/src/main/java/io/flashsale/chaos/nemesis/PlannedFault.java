package io.flashsale.chaos.nemesis;

import java.util.Locale;

/**
 * A planned fault.
 *
 * @param target one of {@link io.flashsale.chaos.system.Targets}
 * @param at milliseconds after the start of the round
 * @param length in milliseconds; 0 for a momentary fault
 * @param amount latency in milliseconds (DELAY), or milliseconds until connections close (CLOSE_SLOWLY); else 0
 */
public record PlannedFault(Kind kind, String target, long at, long length, long amount) {

    public enum Kind {
        /** SIGKILL; the process is restarted at the end. */
        KILL("dies (SIGKILL)"),
        /** SIGSTOP; the process continues at the end. */
        PAUSE("hangs (SIGSTOP)"),
        /** SIGTERM, then an immediate start. */
        RESTART("is restarted"),
        DELAY("is slow"),
        CUT("is cut"),
        /** Requests do not arrive; answers do. */
        CUT_REQUESTS("passes no requests"),
        /** Requests arrive and are executed; answers do not arrive. */
        CUT_ANSWERS("passes no answers"),
        RESET("breaks all connections"),
        /** All connections fall silent and close later. */
        CLOSE_SLOWLY("closes slowly"),
        /** Redis loses all data. */
        WIPE("loses its memory"),
        /** The Sentinels choose another master, or a replica in a Cluster takes over, although the master is healthy. */
        FAIL_OVER("is replaced by a replica");

        private final String verb;

        Kind(String verb) {
            this.verb = verb;
        }
    }

    public long end() {
        return at + length;
    }

    /** A description for people, such as "kafka hangs (SIGSTOP) from 3.2 s on for 4.0 s". */
    public String text() {
        String extent = amount == 0 ? "" : " (" + amount + " ms)";
        String forHowLong = length == 0 ? "" : String.format(Locale.ROOT, " for %.1f s", length / 1e3);
        return target + " " + kind.verb + extent + String.format(Locale.ROOT, " from %.1f s on", at / 1e3) + forHowLong;
    }
}
