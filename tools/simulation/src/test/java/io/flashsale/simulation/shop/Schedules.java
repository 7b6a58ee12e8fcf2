package io.flashsale.simulation.shop;

import io.flashsale.simulation.shop.World.Actor;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes schedules from seeds. A step is chosen among what is possible at its moment, so a schedule is made while it runs.
 * Each seed also decides how often calls fail, and which kinds of events happen at all: few faults leave a long way open,
 * many lead to the odd corners.
 */
final class Schedules {

    private static final int MAX_CLICKS = 8;
    private static final long[] PAUSES = {100, 1_000, 3_000, 10_000, 61_000};
    private static final int[] PRICES = {100, 120, 90};
    private static final List<String> PROCESSES = List.of("stock-1", "stock-2", "order-1");

    private final SplittableRandom random;
    private final SimulatedShop shop;
    private final double calls;
    private final double events;
    private final List<ScheduleStep.Event> possible = new ArrayList<>();
    private final boolean crashes;
    private final boolean administers;
    private final int shoppers;
    private int clicks;
    private int changes;

    private Schedules(SplittableRandom random, SimulatedShop shop) {
        this.random = random;
        this.shop = shop;
        this.calls = random.nextInt(4) * 0.07;
        this.events = random.nextInt(3) * 0.03;
        this.crashes = random.nextBoolean();
        this.administers = random.nextBoolean();
        this.shoppers = random.nextInt(1, 4);
        for (ScheduleStep.Event event : ScheduleStep.Event.values()) {
            if (random.nextInt(3) == 0) {
                possible.add(event);
            }
        }
    }

    /** The setting of a seed. */
    static Setting setting(long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        return new Setting(random.nextInt(1, 4), random.nextInt(4) == 0 ? 2 : 1);
    }

    /** Makes the schedule of a seed, and has it run in this new shop. */
    static List<ScheduleStep> run(long seed, int steps, SimulatedShop shop) {
        Schedules schedules = new Schedules(new SplittableRandom(seed), shop);
        List<ScheduleStep> made = new ArrayList<>(steps);
        for (int i = 0; i < steps; i++) {
            ScheduleStep step = schedules.next();
            made.add(step);
            shop.take(step);
        }
        return made;
    }

    private ScheduleStep next() {
        double kind = random.nextDouble();
        if (clicks == 0 || kind < 0.08 && clicks < MAX_CLICKS) {
            return click();
        }
        if (kind > 1 - events) {
            return event();
        }
        if (kind > 0.96 - events) {
            return switch (random.nextInt(4)) {
                case 0 -> new ScheduleStep.Pass(PAUSES[random.nextInt(PAUSES.length)]);
                case 1 -> new ScheduleStep.Cancel(random.nextInt(1, clicks + 1));
                default -> new ScheduleStep.Pay(random.nextInt(1, clicks + 1));
            };
        }
        return go();
    }

    private ScheduleStep click() {
        List<Long> users = random.nextInt(4) == 0 && shoppers > 1 ? List.of(1L, 2L) : List.of(user());
        return new ScheduleStep.Click(++clicks, random.nextInt(1, 3), users);
    }

    private long user() {
        return random.nextInt(1, shoppers + 1);
    }

    private ScheduleStep event() {
        if (crashes && random.nextInt(3) == 0) {
            return new ScheduleStep.Crash(PROCESSES.get(random.nextInt(PROCESSES.size())));
        }
        if (administers && random.nextInt(3) == 0) {
            return new ScheduleStep.Administer(++changes, random.nextInt(2), PRICES[random.nextInt(PRICES.length)]);
        }
        return possible.isEmpty()
                ? new ScheduleStep.Pass(PAUSES[random.nextInt(PAUSES.length)])
                : possible.get(random.nextInt(possible.size()));
    }

    /** Actors at work are chosen more often than those at rest, and than messages that are late. */
    private ScheduleStep go() {
        int sum = 0;
        for (Actor actor : shop.world().actors()) {
            sum += weight(actor);
        }
        int chosen = random.nextInt(Math.max(1, sum));
        for (Actor actor : shop.world().actors()) {
            chosen -= weight(actor);
            if (chosen < 0) {
                return new ScheduleStep.Go(actor.name, fault(actor));
            }
        }
        return new ScheduleStep.Pass(100);
    }

    private static int weight(Actor actor) {
        if (!actor.isReady()) {
            return 0;
        }
        return actor.isResting() || actor.process.equals("network") ? 1 : 6;
    }

    private CallFault fault(Actor actor) {
        List<CallFault> faults = actor.port().faults();
        return faults.isEmpty() || random.nextDouble() >= calls
                ? CallFault.NONE
                : faults.get(random.nextInt(faults.size()));
    }
}
