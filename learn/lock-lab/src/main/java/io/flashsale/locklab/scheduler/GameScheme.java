package io.flashsale.locklab.scheduler;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.text.Texts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A scheme that can be played.
 *
 * @param lease how its lock ends by itself
 * @param hasLink whether a client's connection to the lock server can be cut
 * @param canBeOversold whether some moves sell the unit twice
 * @param cure the scheme at which such moves do no harm, or which needs other moves; null if it needs none
 * @param settings what differs from other games
 * @param mayWait whether clients may wait for each other between commands
 * @param isRepeated whether a killed client's order is repeated in another process
 */
public record GameScheme(
        Case what,
        Lease lease,
        boolean hasLink,
        boolean canBeOversold,
        @Nullable String cure,
        Map<String, String> settings,
        boolean mayWait,
        boolean isRepeated) {

    /** How a lock ends without its holder. */
    public enum Lease {
        /** It does not. */
        NONE,
        /** After a time, which here is as long as the scheduler likes. */
        ENDS,
        /** After a time without a renewal by the holder's watchdog. */
        RENEWED
    }

    /** Longer than a player thinks about a move: in a game, time passes when the scheduler says so. */
    static final Duration LONG_LEASE = Duration.ofMinutes(30);

    /** Real time, because a watchdog renews by the clock and would notice nothing else. */
    static final Duration RENEWED_LEASE = Duration.ofSeconds(3);

    /** Longer than any client waits. */
    private static final Duration LONG_TIMEOUT = Duration.ofHours(1);

    private static final String WITH_A_WATCHDOG = "A9";
    private static final String WITH_A_TOKEN = "A17";

    private static final List<GameScheme> ALL = List.of(
            oversold("A1", Lease.NONE, "A3").withoutLink(),
            oversold("A2", Lease.NONE, "A3").withoutLink(),
            holding("A3", Lease.NONE),
            holding("A4", Lease.NONE),
            oversold("A5", Lease.ENDS, WITH_A_WATCHDOG),
            oversold("A6", Lease.ENDS, WITH_A_WATCHDOG),
            oversold("A7", Lease.ENDS, WITH_A_WATCHDOG),
            oversold("A8", Lease.ENDS, WITH_A_WATCHDOG),
            oversold("A9", Lease.RENEWED, WITH_A_TOKEN),
            oversold("A10", Lease.ENDS, WITH_A_WATCHDOG),
            oversold("A11", Lease.ENDS, WITH_A_WATCHDOG),
            oversold("A12", Lease.ENDS, WITH_A_WATCHDOG).with("timeout", "3600000"),
            // Its subscription is another connection, which would not break at the same time as the first.
            oversold("A13", Lease.ENDS, WITH_A_WATCHDOG).withoutLink(),
            // Redisson retries by itself for longer than a player wants to wait.
            oversold("A14", Lease.ENDS, WITH_A_WATCHDOG)
                    .with("lease-is-given", "true")
                    .withoutLink(),
            holding("A17", Lease.ENDS).with("fenced", "true"),
            holding("D1", Lease.NONE).withoutLink(),
            // A wait for a row is timed by the database's clock.
            holding("D3", Lease.NONE).with("nowait", "true").withoutLink(),
            holding("D4", Lease.NONE).withoutLink(),
            holding("D5", Lease.NONE).withoutLink(),
            holding("D6", Lease.NONE).withoutLink(),
            holding("D7", Lease.NONE).withoutLink());

    /** Why a scheme or a group has no game: the key of its text. */
    private static final Map<String, String> LEFT_OUT = Map.of(
            "A15", "order-of-waiting",
            "A16", "segments",
            "B", "servers",
            "C", "sessions",
            "D2", "lease-in-a-table",
            "E", "orders");

    /** All schemes with a game, in the order of the catalogue. */
    public static List<GameScheme> all() {
        return ALL;
    }

    /** Why a scheme of the catalogue cannot be played; empty if it can. */
    public static Optional<Text> whyLeftOut(Case each) {
        if (find(each.id()).isPresent()) {
            return Optional.empty();
        }
        String reason = LEFT_OUT.containsKey(each.id()) ? each.id() : each.group();
        String why = Objects.requireNonNull(LEFT_OUT.get(reason), () -> "why is there no game of " + each.id());
        return Optional.of(Texts.of("left-out." + why));
    }

    /** @param id in upper or lower case, such as {@code a6} */
    public static Optional<GameScheme> find(String id) {
        return ALL.stream()
                .filter(each -> each.what().id().equalsIgnoreCase(id))
                .findFirst();
    }

    /**
     * A game of a scheme outside the catalogue. Any expiring key of the lock server is a lease, clients may wait for
     * each other without limit, and the resource checks fencing tokens.
     */
    public static GameScheme of(Case what, Map<String, String> settings, boolean isRepeated) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("timeout", Long.toString(LONG_TIMEOUT.toMillis()));
        all.put("fenced", "true");
        all.put("pool-timeout", "5000"); // opening a connection takes long on a busy machine
        return new GameScheme(what, Lease.ENDS, true, true, null, Map.copyOf(all), true, isRepeated);
    }

    private static GameScheme oversold(String id, Lease lease, String cure) {
        return new GameScheme(caseOf(id), lease, true, true, cure, Map.of(), false, false);
    }

    private static GameScheme holding(String id, Lease lease) {
        return new GameScheme(caseOf(id), lease, true, false, null, Map.of(), false, false);
    }

    private static Case caseOf(String id) {
        return CaseCatalogue.find(id).orElseThrow();
    }

    private GameScheme with(String setting, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(setting, value);
        return new GameScheme(what, lease, hasLink, canBeOversold, cure, Map.copyOf(more), mayWait, isRepeated);
    }

    private GameScheme withoutLink() {
        return new GameScheme(what, lease, false, canBeOversold, cure, settings, mayWait, isRepeated);
    }

    /** No client waits for a lock by the clock, unless the scheme polls by design. */
    Map<String, String> allSettings() {
        Map<String, String> all = new HashMap<>();
        all.put("lease", Long.toString((lease == Lease.RENEWED ? RENEWED_LEASE : LONG_LEASE).toMillis()));
        all.put("timeout", "0");
        all.put("fenced", "false");
        all.putAll(settings);
        return all;
    }
}
