package io.flashsale.loadtest;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.loadtest.results.SampleOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The JMeter plans with their names, their defaults, and the answers that each allows. */
public enum TestPlan {
    OVERSELL("oversell", new LoadProfile(2_000, 500, 500, 2, 1), Sells.EXACTLY_THE_STOCK, Set.of("sold-out"), true),
    ONE_PER_USER(
            "one-per-user",
            new LoadProfile(200, 100, 20, 1, 20),
            Sells.EXACTLY_THE_STOCK,
            Set.of("sold-out", "already-purchased"),
            true),
    BROWSE_AND_BUY(
            "browse-and-buy",
            new LoadProfile(300, 100, 300, 5, 1),
            Sells.AT_LEAST_THE_STOCK,
            Set.of("sold-out"),
            false),
    SOLD_OUT_STORM(
            "sold-out-storm",
            new LoadProfile(1_000, 20, 500, 2, 10),
            Sells.EXACTLY_THE_STOCK,
            Set.of("sold-out", "already-purchased"),
            true),
    RESTOCK("restock", new LoadProfile(1_000, 200, 300, 2, 8), Sells.AT_LEAST_THE_STOCK, Set.of("sold-out"), false),
    /** The sale is a coupon template, its units are coupons, and a reservation is a claim. */
    COUPON_GRAB(
            "coupon-grab",
            new LoadProfile(5_000, 1_000, 500, 2, 1),
            Sells.EXACTLY_THE_STOCK,
            Set.of("sold-out"),
            false),
    /** All shoppers wait for a ticket. With it they buy, and buy again; without it they are refused. */
    WAITING_ROOM(
            "waiting-room",
            new LoadProfile(1_000, 200, 1_000, 5, 2),
            Sells.EXACTLY_THE_STOCK,
            Set.of("ticket-required", "already-purchased"),
            false);

    /** How many reservations are accepted if nothing goes wrong. */
    public enum Sells {
        /** As many as there are units or shoppers, if there are fewer. */
        EXACTLY_THE_STOCK,
        /** The same or more: units are added, or come back from orders that close. */
        AT_LEAST_THE_STOCK
    }

    /** Number of restocks, and units per restock; the plan's own defaults. */
    public static final int RESTOCKS = 5;

    public static final int UNITS_PER_RESTOCK = 50;

    /** Maximum number of places that the waiting room serves per second; the plan's own default. */
    public static final int RATE = 50;

    private final String fileName;
    private final LoadProfile defaults;
    private final Sells sells;
    private final Set<String> refusals;
    private final boolean naiveToo;

    TestPlan(String fileName, LoadProfile defaults, Sells sells, Set<String> refusals, boolean naiveToo) {
        this.fileName = fileName;
        this.defaults = defaults;
        this.sells = sells;
        this.refusals = refusals;
        this.naiveToo = naiveToo;
    }

    public static Optional<TestPlan> called(String name) {
        String bare = name.endsWith(".jmx") ? name.substring(0, name.length() - ".jmx".length()) : name;
        return Arrays.stream(values())
                .filter(plan -> plan.fileName.equals(bare))
                .findFirst();
    }

    static String names() {
        return Arrays.stream(values()).map(plan -> plan.fileName).collect(Collectors.joining(", "));
    }

    /** The name on the command line, and of its file without {@code .jmx}. */
    public String title() {
        return fileName;
    }

    /** Defaults that the command line may change. */
    public LoadProfile defaults() {
        return defaults;
    }

    public Sells sells() {
        return sells;
    }

    /** The problem types with which a click may be refused, such as {@code sold-out}. */
    public Set<String> refusals() {
        return refusals;
    }

    /** What it loads, unless the command line names the naive path. */
    Target target() {
        return this == COUPON_GRAB ? Target.COUPONS : Target.REAL;
    }

    /** Whether it can run on the naive path, which supports only reservations. */
    boolean naiveToo() {
        return naiveToo;
    }

    /** Labels of its samplers, apart from {@code reserve}. */
    public List<String> otherLabels() {
        return switch (this) {
            case BROWSE_AND_BUY -> List.of("list", "page", "order", "pay", "cancel");
            case RESTOCK -> List.of("order", "cancel", "add stock");
            case WAITING_ROOM ->
                List.of("serving", SampleOutcome.ENTER, SampleOutcome.PLACE, "page", SampleOutcome.TICKET);
            case OVERSELL, ONE_PER_USER, SOLD_OUT_STORM, COUPON_GRAB -> List.of();
        };
    }

    /** Units that the plan itself adds while it runs. */
    public int addedStock() {
        return this == RESTOCK ? RESTOCKS * UNITS_PER_RESTOCK : 0;
    }

    /** Whether all clicks come from one shopper at the same moment, so that there are as many threads as clicks. */
    public boolean threadsAreClicks() {
        return this == ONE_PER_USER;
    }

    /** Whether its sale has a waiting room. */
    public boolean waits() {
        return this == WAITING_ROOM;
    }

    /** Seconds from the creation of the sale to its opening. */
    int opensIn(EntryMode mode) {
        return switch (mode) {
            case OPEN, TICKET -> this == BROWSE_AND_BUY ? 20 : 0;
            case QUEUE -> 25;
            case LOTTERY -> 80; // the shop requires a minute, so that the hash is known before
        };
    }
}
