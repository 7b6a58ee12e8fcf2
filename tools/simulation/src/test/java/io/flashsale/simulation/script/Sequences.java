package io.flashsale.simulation.script;

import static io.flashsale.simulation.script.Names.ENTRY;

import io.flashsale.simulation.script.EntrySteps.Fact;
import io.flashsale.simulation.script.EntrySteps.Run;
import io.flashsale.simulation.script.EntrySteps.Since;
import io.flashsale.simulation.script.GateSteps.Held;
import io.flashsale.simulation.script.GateSteps.Revision;
import io.flashsale.simulation.script.OutboxSteps.Group;
import io.flashsale.simulation.script.ReserveStep.Member;
import io.flashsale.simulation.script.ServerSteps.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Makes sequences of steps: the same seed makes the same one.
 *
 * <p>Follows the reference while it makes them, so that most steps mean something: a release mostly names a holder, a
 * repetition a call. The steps do not depend on that; each can be left out.
 */
final class Sequences {

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private final Random random;
    private final boolean withAll;
    private final ReferenceState known = new ReferenceState();
    private final Map<Integer, ReserveStep> calls = new HashMap<>();

    /** Half of the sequences are mostly about the entry to a sale with tickets. */
    private final boolean isAboutEntry;

    /** Of the others, a third is about two sales of a family, and not about buckets. */
    private final boolean isAboutFamily;

    private Sequences(long seed, boolean withAll) {
        this.random = new Random(seed);
        this.withAll = withAll;
        this.isAboutEntry = random.nextBoolean();
        this.isAboutFamily = !isAboutEntry && random.nextInt(3) == 0;
    }

    static List<Step> of(long seed, int length) {
        return new Sequences(seed, true).steps(length);
    }

    /**
     * Without what cannot be done to a real server in moments: another process, or a clock that goes back. In no
     * sequence does a key expire within the minute after a step.
     */
    static List<Step> forARealServer(long seed, int length) {
        return new Sequences(seed, false).steps(length);
    }

    private List<Step> steps(int length) {
        List<Step> steps = new ArrayList<>(length);
        while (steps.size() < length) {
            known.settle();
            Step step = next();
            steps.add(step);
            switch (step) {
                case Step.OfServer change -> change.note(known);
                case Step.OfScript script -> {
                    if (!script.isWrite() || known.identity.isMaster()) {
                        script.rule(known);
                    }
                }
            }
        }
        return steps;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    @SafeVarargs
    private <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private <T> List<T> some(int most, IntFunction<T> one) {
        return IntStream.range(0, 1 + random.nextInt(most)).mapToObj(one).toList();
    }

    private Step next() {
        int gate = chance(isAboutEntry ? 95 : isAboutFamily ? 50 : 75) ? 0 : isAboutFamily ? Names.SIBLING : 1;
        boolean isThere = known.hash(Names.gate(gate)).containsKey("epoch");
        if (!known.identity.isMaster() && chance(40)) {
            return new ServerSteps.BecomesAnother(Change.PROMOTION, 2 + random.nextInt(5));
        }
        if (!isThere && chance(50)) {
            return rebuild(gate);
        }
        if (chance(isAboutEntry ? 60 : 15)) {
            boolean isOpen = known.hash(ENTRY.entry()).containsKey("runId");
            return chance(isOpen ? 85 : 30) ? entry() : making();
        }
        int roll = random.nextInt(75);
        if (roll < 33) {
            return reserve(gate);
        } else if (roll < 43) {
            return release(gate);
        } else if (roll < 53) {
            return rebuild(gate);
        } else if (roll < 57) {
            return new GateSteps.Amend(gate, revision(gate), chance(80) ? 1 : 2, chance(40));
        } else if (roll < 61) {
            return look(gate);
        } else if (roll < 65) {
            return move(gate);
        } else if (roll < 70) {
            return outbox(gate);
        }
        return server(gate);
    }

    private Step server(int gate) {
        if (known.hash(Names.gate(gate)).getOrDefault("waiting", "").equals("1") && chance(70)) {
            return new ServerSteps.Offer(gate, epoch(gate), user());
        }
        int roll = random.nextInt(100);
        if (roll < 50) {
            return new ServerSteps.TimePasses(
                    withAll
                            ? oneOf(1L, SECOND, SECOND, SECOND, 7 * MINUTE, 20 * MINUTE, 2 * HOUR, 25 * HOUR, 15 * DAY)
                            : oneOf(
                                    1L,
                                    7 * MINUTE,
                                    121 * MINUTE,
                                    15 * DAY + 3 * MINUTE)); // so that none ends a life exactly
        } else if (roll < 58) {
            return new ServerSteps.MalformedEntry(gate);
        } else if (roll < 64) {
            return new ServerSteps.Wipe();
        } else if (roll < 68) {
            return new ServerSteps.KeyIsLost(chance(70) ? Names.holders(gate) : Names.gate(gate));
        } else if (roll < 74 && withAll) {
            return new ServerSteps.TimePasses(oneOf(-SECOND, -HOUR));
        } else if (withAll) {
            return new ServerSteps.BecomesAnother(oneOf(Change.values()), 2 + random.nextInt(5));
        }
        return new ServerSteps.TimePasses(1);
    }

    /** How long a key lives. On a real server its clock runs on, so there nothing may expire within a minute. */
    private long lifetime() {
        return oneOf(withAll ? SECOND : 50 * MINUTE, HOUR);
    }

    private String user() {
        return oneOf("1", "1", "2", "3");
    }

    private Step reserve(int gate) {
        if (!calls.isEmpty() && chance(40)) {
            ReserveStep before = oneOf(List.copyOf(calls.values()));
            return new ReserveStep(before.gate(), before.call(), chance(60), buckets(before.gate()), before.members());
        }
        int call = calls.size();
        ReserveStep step = new ReserveStep(gate, call, chance(20), buckets(gate), some(3, i -> member(gate)));
        calls.put(call, step);
        return step;
    }

    private String buckets(int gate) {
        return chance(4) ? oneOf("1", "2") : known.hash(Names.gate(gate)).getOrDefault("buckets", "1");
    }

    private Member member(int gate) {
        String user = user();
        String revision = known.hash(Names.gate(gate)).getOrDefault("revision", "1"); // is the price, too
        return new Member(
                user,
                ticket(gate, user),
                oneOf("", "c1"),
                oneOf("", revision, revision, "1", "0"),
                oneOf("", "", "a", "b"));
    }

    private String ticket(int gate, String user) {
        if (!known.hash(Names.gate(gate)).containsKey("ticket") || chance(10)) {
            return oneOf("", "", "INVALID", "NOT_YOURS");
        }
        String number = number(user);
        return number + " " + (known.now + oneOf(HOUR, HOUR, HOUR, 0L));
    }

    /** The user's number, or another one. */
    private String number(String user) {
        String mine = known.hash(ENTRY.numbers()).get(user);
        return mine != null && chance(85) ? mine.split(":")[0] : oneOf("1", "2", "3", "4");
    }

    private Step release(int gate) {
        return new ReleaseStep(gate, some(2, i -> {
            Map<String, String> holders = new HashMap<>(known.hash(Names.holders(gate)));
            holders.remove("epoch");
            if (holders.isEmpty() || chance(20)) {
                return new ReleaseStep.Hold(user(), anyReservation(gate), random.nextInt(2), chance(40));
            }
            Map.Entry<String, String> held = oneOf(holders.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .toList());
            return new ReleaseStep.Hold(
                    held.getKey().split("#")[0], held.getValue(), chance(75) ? 1 : 0, chance(isAboutEntry ? 70 : 20));
        }));
    }

    private String anyReservation(int gate) {
        return Long.toString(Names.reservationId(gate, random.nextInt(calls.size() + 2), random.nextInt(2)));
    }

    private Revision revision(int gate) {
        long total = 1 + random.nextInt(6);
        long opensAt = chance(80) ? ReferenceState.BEGINNING - HOUR : known.now + oneOf(SECOND, HOUR);
        long closesAt = known.now + oneOf(2 * HOUR, 30 * DAY, 30 * DAY, 30 * DAY, 30 * DAY, 0L, -15 * DAY);
        return new Revision(
                1 + random.nextInt(9),
                opensAt,
                closesAt,
                total,
                gate == 0 && chance(isAboutEntry ? 70 : 15),
                chance(isAboutEntry ? 5 : 30));
    }

    private String lease(int gate) {
        Map<String, String> now = known.hash(Names.gate(gate));
        String there = now.getOrDefault("lease", "L1");
        return chance(15) ? now.getOrDefault("epoch", there) : chance(80) ? there : oneOf("L1", "L2", "L3");
    }

    private Step rebuild(int gate) {
        if (!known.hash(Names.gate(gate)).containsKey("lease") && chance(80)) {
            return new GateSteps.Close(
                    gate, chance(15) ? lease(gate) : oneOf("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"));
        }
        String lease = lease(gate);
        int roll = random.nextInt(100);
        if (roll < 10) {
            return new GateSteps.Close(gate, lease);
        } else if (roll < 30) {
            return new GateSteps.Empty(gate, lease, oneOf("E1", "E2"));
        } else if (roll < 50) {
            return new GateSteps.Load(
                    gate, lease, 1 + random.nextInt(3), some(3, i -> new Held(user(), anyReservation(gate))));
        }
        Revision revision = revision(gate);
        int buckets = revision.byTicket() || isAboutFamily || chance(70) ? 1 : 2;
        return new GateSteps.Reopen(
                gate,
                lease,
                random.nextInt(isAboutEntry ? 3 : 5),
                revision,
                chance(60) ? 1 : 1 + random.nextInt(3),
                buckets,
                buckets == 1 ? 0 : random.nextInt(3) - 1,
                siblings(gate));
    }

    private String siblings(int gate) {
        return isAboutFamily && chance(90) ? Long.toString(Names.gateId(gate == 0 ? Names.SIBLING : 0)) : "";
    }

    private Step look(int gate) {
        return switch (random.nextInt(4)) {
            case 0, 1 -> new GateSteps.State(gate);
            default -> {
                int late = Integer.parseInt(known.hash(Names.gate(gate)).getOrDefault("late", "0"));
                yield new GateSteps.Late(gate, epoch(gate), Math.max(0, late - random.nextInt(4) + 1));
            }
        };
    }

    private String epoch(int gate) {
        return chance(80) ? known.hash(Names.gate(gate)).getOrDefault("epoch", "L1") : oneOf("L1", "L2");
    }

    private Step move(int gate) {
        String move = oneOf("a", "b", "c");
        return switch (random.nextInt(3)) {
            case 0 -> new MoveSteps.MoveOut(gate, move);
            case 1 -> new MoveSteps.MoveIn(gate, move, epoch(gate), 1 + random.nextInt(2));
            default -> new MoveSteps.MoveBack(gate, move, chance(50));
        };
    }

    private Step outbox(int gate) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 ->
                new OutboxSteps.Overdue(gate, oneOf(0L, 1L, 60 * SECOND), random.nextInt(4) - 1, 1 + random.nextInt(3));
            case 3, 4, 5 -> new OutboxSteps.Forget(gate, some(3, i -> new Group(random.nextInt(4), chance(80))));
            case 6 -> new OutboxSteps.SetAside(gate, random.nextInt(3), "malformed");
            case 7, 8 -> new OutboxSteps.ShardLook(gate);
            case 9 -> new OutboxSteps.NoteWarm(gate, chance(80));
            case 10 -> new OutboxSteps.Lead(oneOf("x", "y"), lifetime());
            default -> new OutboxSteps.Resign(oneOf("x", "y"));
        };
    }

    private Run run() {
        return chance(85) ? Run.OF_THE_ENTRY : oneOf(Run.values());
    }

    /** A step of a rebuild of the entry. */
    private Step making() {
        String there = known.hash(ENTRY.entry()).getOrDefault("making", "M1");
        String making = chance(80) ? there : oneOf("M1", "M2", "M3");
        return switch (random.nextInt(6)) {
            case 0, 1 ->
                new EntrySteps.Clear(
                        chance(50) ? Run.PRESENT : Run.ANOTHER,
                        chance(30) ? making : oneOf("M1", "M2", "M3", "M4"),
                        chance(70) ? null : oneOf("", "M1", "M2"));
            case 2, 3 -> new EntrySteps.Fill(making, some(4, i -> fact()));
            default ->
                new EntrySteps.Open(
                        chance(85) ? Run.PRESENT : Run.ANOTHER,
                        random.nextInt(4),
                        1 + random.nextInt(6),
                        random.nextInt(3),
                        random.nextInt(3),
                        making);
        };
    }

    private Fact fact() {
        String number = oneOf("1", "2", "3", "4");
        String later = Long.toString(known.now + oneOf(SECOND, HOUR));
        return switch (random.nextInt(6)) {
            case 0 -> new Fact("NUMBER", user(), number + ":" + known.now);
            case 1 -> new Fact("TURN", number, later);
            case 2 -> new Fact("TICKET", number, later);
            case 3 -> new Fact("ISSUED", number, known.now + ":" + later);
            case 4 -> new Fact("USED", number, anyReservation(0));
            default -> new Fact("PUT_BACK", number, number);
        };
    }

    private Step entry() {
        String user = user();
        return switch (random.nextInt(28)) {
            case 0, 1, 2, 3 ->
                new EntrySteps.Enter(user, oneOf("QUEUE", "TICKET", "LOTTERY"), oneOf("", "10.0.0.0/24"));
            case 4, 5, 6, 7, 8 -> new EntrySteps.Take(user, number(user), oneOf(SECOND, HOUR), chance(30), chance(60));
            case 9, 10, 11 ->
                new EntrySteps.Serve(
                        run(),
                        chance(85) ? Since.NOTHING : oneOf(Since.values()),
                        random.nextInt(3),
                        oneOf(SECOND, HOUR),
                        random.nextInt(2),
                        random.nextInt(3),
                        chance(30) ? List.of() : some(2, i -> oneOf("1", "2", "3", "4")));
            case 12, 13 -> new EntrySteps.Look();
            case 14 -> new EntrySteps.Draw(run(), random.nextInt(4));
            case 15 -> new EntrySteps.Raise(run(), random.nextInt(9));
            case 16, 17, 18 ->
                new EntrySteps.Restore(run(), user, 1 + random.nextInt(4), random.nextInt(5), chance(50));
            case 19 -> new EntrySteps.Facts(user, "10.0.0.0/24");
            case 20 -> new EntrySteps.WrongProof(user);
            case 21, 22, 23 ->
                new EntrySteps.Bar(
                        random.nextInt(2),
                        user,
                        known.now + oneOf(0L, SECOND, HOUR),
                        user(),
                        known.now + 2 * lifetime());
            case 24 ->
                new EntrySteps.Refused(
                        oneOf("network:", "proof:") + user, 1 + random.nextInt(3), oneOf(null, known.now - SECOND));
            default -> new EntrySteps.Strain(oneOf("one", "two", "three"), oneOf("0.5", "1:2"), lifetime());
        };
    }
}
