package io.flashsale.simulation.script;

import static io.flashsale.simulation.script.Names.ENTRY;

import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.simulation.redis.CommandReply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Steps of the entry to the sale: its rebuild, numbers, turns and tickets. */
final class EntrySteps {

    private static final long HOUR = 3_600_000;
    private static final String SHARD = Names.shard(0);
    private static final String GATE = Names.gate(0);

    private EntrySteps() {}

    /** A run of the server as the caller believes it to be. */
    enum Run {
        PRESENT,
        OF_THE_ENTRY,
        ANOTHER;

        String name(ReferenceState known) {
            return switch (this) {
                case PRESENT -> known.runNow(SHARD);
                case OF_THE_ENTRY -> known.hash(ENTRY.entry()).getOrDefault("runId", "");
                case ANOTHER -> "another:run";
            };
        }
    }

    /** Whether the entry is open, and of this run as the caller has read it. */
    private static boolean isOf(String run, ReferenceState known) {
        return run.equals(known.hash(ENTRY.entry()).get("runId"));
    }

    private static long count(Map<String, String> hash, String field) {
        return Long.parseLong(hash.getOrDefault(field, "0"));
    }

    /** How many of these numbers have not expired. */
    private static long living(ReferenceState known, String key) {
        return known.scores(key).values().stream()
                .filter(until -> until > known.now)
                .count();
    }

    private static boolean isGateOpenToReaders(Map<String, String> gate) {
        return gate.containsKey("opensAt") && !gate.containsKey("lease");
    }

    /** @param believed the making that the caller has read before; null for the one that is there */
    record Clear(Run mayGive, String making, @Nullable String believed) implements Step.OfScript {

        private static List<String> keys() {
            return ENTRY.ofClearing().stream().map(String::valueOf).toList();
        }

        private String believed(ReferenceState known) {
            return believed == null ? known.hash(ENTRY.entry()).getOrDefault("making", "") : believed;
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("entry/clear", keys(), mayGive.name(known), making, believed(known));
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String mayGiveNow = mayGive.name(known);
            String believedNow = believed(known);
            String run = known.run(SHARD);
            Map<String, String> gate = known.hash(GATE);
            Map<String, String> entry = known.hash(ENTRY.entry());
            String there = entry.getOrDefault("making", "");
            if (gate.containsKey("lease") || !run.equals(gate.get("runId"))) {
                return CommandReply.of(List.of("NOT_YET"));
            }
            if (run.equals(entry.get("runId")) && run.equals(mayGiveNow)) {
                return CommandReply.of(List.of("OPEN"));
            }
            if (!there.equals(making)) {
                if (!there.equals(believedNow)) {
                    return CommandReply.of(List.of("CHANGED"));
                }
                keys().stream().skip(1).forEach(known::remove);
                known.hash(ENTRY.entry()).put("making", making);
                known.expireAt(ENTRY.entry(), known.now + HOUR);
            }
            return CommandReply.of(List.of("CLEARED", run, Long.toString(known.now)));
        }
    }

    /** A fact of MySQL, in the words of fill.lua. */
    record Fact(String what, String key, String value) {}

    record Fill(String making, List<Fact> facts) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            List<Object> arguments = new ArrayList<>(List.of(making));
            facts.forEach(fact -> arguments.addAll(List.of(fact.what(), fact.key(), fact.value())));
            return Step.Call.of(
                    "entry/fill",
                    List.of(
                            ENTRY.entry(),
                            ENTRY.numbers(),
                            ENTRY.turns(),
                            ENTRY.tickets(),
                            ENTRY.issued(),
                            ENTRY.used(),
                            ENTRY.putBack()),
                    arguments.toArray());
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> entry = known.hash(ENTRY.entry());
            if (!making.equals(entry.get("making")) || entry.containsKey("runId")) {
                return CommandReply.of("OTHER_MAKING");
            }
            for (Fact fact : facts) {
                String key = switch (fact.what()) {
                    case "NUMBER" -> ENTRY.numbers();
                    case "ISSUED" -> ENTRY.issued();
                    case "USED" -> ENTRY.used();
                    case "TURN" -> ENTRY.turns();
                    case "TICKET" -> ENTRY.tickets();
                    case "PUT_BACK" -> ENTRY.putBack();
                    default -> throw new AssertionError(fact);
                };
                switch (fact.what()) {
                    case "NUMBER", "ISSUED", "USED" -> known.hash(key).put(fact.key(), fact.value());
                    default -> known.scores(key).put(fact.key(), Long.valueOf(fact.value()));
                }
                known.expireAt(key, known.now + HOUR);
            }
            return CommandReply.of("FILLED");
        }
    }

    record Open(Run run, int given, int mark, int serving, int unclaimed, String making) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "entry/open", List.of(ENTRY.entry()), run.name(known), given, mark, serving, unclaimed, making);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String claimed = run.name(known);
            Map<String, String> entry = known.hash(ENTRY.entry());
            if (!known.run(SHARD).equals(claimed)) {
                return CommandReply.of("OTHER_RUN");
            }
            if (!making.equals(entry.get("making"))) {
                return CommandReply.of("OTHER_MAKING");
            }
            if (!entry.containsKey("runId")) {
                entry.put("runId", claimed);
                entry.put("given", Integer.toString(given));
                entry.put("mark", Integer.toString(mark));
                entry.put("serving", Integer.toString(serving));
                entry.put("restored", "0");
                entry.put("unclaimed", Integer.toString(unclaimed));
                entry.put("pace", "0");
                known.persist(ENTRY.entry());
            }
            return CommandReply.of("OPENED");
        }
    }

    record Enter(String user, String mode, String network) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "entry/enter",
                    List.of(GATE, ENTRY.entry(), ENTRY.numbers(), ENTRY.tickets(), ENTRY.log(), ENTRY.networks()),
                    user,
                    mode,
                    network);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> gate = known.hash(GATE);
            Map<String, String> entry = known.hash(ENTRY.entry());
            if (!isGateOpenToReaders(gate) || !entry.containsKey("runId")) {
                return CommandReply.of(List.of("MISSING"));
            }
            String before = known.hash(ENTRY.numbers()).get(user);
            if (before != null) {
                return CommandReply.of(List.of("NUMBER", before.split(":")[0], before.split(":")[1]));
            }
            if (known.now >= count(gate, "closesAt")) {
                return CommandReply.of(List.of("ENDED"));
            }
            boolean isOpen = known.now >= count(gate, "opensAt");
            if (mode.equals("TICKET") && !isOpen) {
                return CommandReply.of(List.of("NOT_OPEN", gate.getOrDefault("opensAt", "")));
            }
            if (mode.equals("TICKET") && count(gate, "remaining") <= living(known, ENTRY.tickets())) {
                return CommandReply.of(List.of("SOLD_OUT"));
            }
            String run = known.run(SHARD);
            if (!run.equals(entry.get("runId"))) {
                return CommandReply.of(List.of("MISSING"));
            }
            if (mode.equals("LOTTERY") && isOpen && !entry.containsKey("atOpening")) {
                return CommandReply.of(List.of("UNDRAWN"));
            }
            if (count(entry, "given") >= count(entry, "mark")) {
                return CommandReply.of(List.of("EXHAUSTED", run));
            }
            known.add(entry, "given", 1);
            String number = entry.getOrDefault("given", "");
            String at = Long.toString(known.now);
            known.hash(ENTRY.numbers()).put(user, number + ":" + at);
            known.stream(ENTRY.log()).add(known.now, List.of("user", user, "number", number, "at", at));
            if (!network.isEmpty()) {
                known.add(known.hash(ENTRY.networks()), network, 1);
            }
            return CommandReply.of(List.of("NUMBER", number, at));
        }
    }

    /** @param isLost whether the ticket that was issued last has not reached its user */
    record Take(String user, String number, long validity, boolean needsTurn, boolean isLost) implements Step.OfScript {

        private String lost(ReferenceState known) {
            String issued = known.hash(ENTRY.issued()).get(number);
            return isLost && issued != null ? issued.split(":")[0] : "";
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "entry/take",
                    List.of(
                            GATE,
                            ENTRY.entry(),
                            ENTRY.numbers(),
                            ENTRY.turns(),
                            ENTRY.tickets(),
                            ENTRY.issued(),
                            ENTRY.used(),
                            ENTRY.putBack()),
                    user,
                    number,
                    validity,
                    needsTurn ? "1" : "",
                    lost(known));
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> gate = known.hash(GATE);
            Map<String, String> entry = known.hash(ENTRY.entry());
            if (!isGateOpenToReaders(gate) || !entry.containsKey("runId")) {
                return CommandReply.of(List.of("MISSING"));
            }
            String mine = known.hash(ENTRY.numbers()).get(user);
            if (mine == null) {
                return CommandReply.of(List.of("UNKNOWN"));
            }
            if (!mine.startsWith(number + ":")) {
                return CommandReply.of(List.of("OTHER_NUMBER"));
            }
            if (known.hash(ENTRY.used()).containsKey(number)) {
                return CommandReply.of(List.of("USED"));
            }
            String issued = known.hash(ENTRY.issued()).get(number);
            boolean isThere = issued != null && !issued.split(":")[0].equals(lost(known));
            if (!isThere) {
                CommandReply refusal = refusal(known, gate, entry, issued);
                if (refusal != null) {
                    return refusal;
                }
            }
            if (!known.run(SHARD).equals(entry.get("runId"))) {
                return CommandReply.of(List.of("MISSING"));
            }
            known.scores(ENTRY.turns()).remove(number);
            known.scores(ENTRY.putBack()).remove(number);
            String now = Long.toString(known.now);
            if (isThere) {
                String[] fromTo = issued.split(":");
                return CommandReply.of(List.of("ISSUED", fromTo[0], fromTo[1], now));
            }
            long until = known.now + validity;
            known.scores(ENTRY.tickets()).put(number, until);
            known.hash(ENTRY.issued()).put(number, now + ":" + until);
            return CommandReply.of(List.of("ISSUED", now, Long.toString(until), now));
        }

        private @Nullable CommandReply refusal(
                ReferenceState known, Map<String, String> gate, Map<String, String> entry, @Nullable String issued) {
            if (known.now < count(gate, "opensAt")) {
                return CommandReply.of(List.of("NOT_OPEN", gate.getOrDefault("opensAt", "")));
            }
            if (known.now >= count(gate, "closesAt")) {
                return CommandReply.of(List.of("ENDED"));
            }
            if (needsTurn && known.scores(ENTRY.turns()).getOrDefault(number, 0L) <= known.now) {
                boolean isNext = known.scores(ENTRY.putBack()).containsKey(number);
                return CommandReply.of(List.of("NO_TURN", entry.getOrDefault("serving", ""), isNext ? "1" : ""));
            }
            long others = living(known, ENTRY.tickets());
            if (issued != null && known.now < Long.parseLong(issued.split(":")[1])) {
                others--;
            }
            return count(gate, "remaining") <= others ? CommandReply.of(List.of("SOLD_OUT")) : null;
        }
    }

    record Look() implements Step.OfScript {

        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "entry/look", List.of(GATE, ENTRY.entry(), ENTRY.turns(), ENTRY.tickets(), ENTRY.putBack()));
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String run = known.run(SHARD);
            Map<String, String> gate = known.hash(GATE);
            Map<String, String> entry = known.hash(ENTRY.entry());
            if (!isGateOpenToReaders(gate) || !run.equals(entry.get("runId"))) {
                return CommandReply.of(List.of("MISSING"));
            }
            long free = count(gate, "remaining") - living(known, ENTRY.turns()) - living(known, ENTRY.tickets());
            return CommandReply.of(List.of(
                    "PRESENT",
                    Long.toString(known.now),
                    run,
                    entry.getOrDefault("given", ""),
                    entry.getOrDefault("mark", ""),
                    entry.getOrDefault("serving", ""),
                    entry.getOrDefault("restored", ""),
                    entry.getOrDefault("pace", ""),
                    entry.getOrDefault("atOpening", ""),
                    Long.toString(free),
                    gate.getOrDefault("opensAt", ""),
                    gate.getOrDefault("closesAt", ""),
                    entry.getOrDefault("unclaimed", "0"),
                    Integer.toString(known.scores(ENTRY.putBack()).size()),
                    gate.getOrDefault("remaining", "")));
        }
    }

    /** What has happened since the caller's look. */
    enum Since {
        NOTHING,
        PLACES_WERE_SERVED,
        A_NUMBER_WAS_RESTORED
    }

    /** Serves places. */
    record Serve(Run run, Since since, int places, long turn, int unclaimed, int putBack, List<String> numbers)
            implements Step.OfScript {

        private static final long FORGOTTEN_AT = ReferenceState.BEGINNING + 30 * 24 * HOUR;

        private String serving(ReferenceState known) {
            return since == Since.PLACES_WERE_SERVED
                    ? "77"
                    : known.hash(ENTRY.entry()).getOrDefault("serving", "0");
        }

        private static List<String> keys() {
            return ENTRY.ofStep().stream().map(String::valueOf).toList();
        }

        private String last(ReferenceState known) {
            return Long.toString(Long.parseLong(serving(known)) + places);
        }

        private String restored(ReferenceState known) {
            return since == Since.A_NUMBER_WAS_RESTORED
                    ? "77"
                    : known.hash(ENTRY.entry()).getOrDefault("restored", "0");
        }

        @Override
        public Step.Call call(ReferenceState known) {
            List<Object> arguments = new ArrayList<>(List.of(
                    run.name(known),
                    serving(known),
                    last(known),
                    restored(known),
                    places,
                    turn,
                    FORGOTTEN_AT,
                    unclaimed,
                    putBack));
            arguments.addAll(numbers);
            return Step.Call.of("entry/step", keys(), arguments.toArray());
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> entry = known.hash(ENTRY.entry());
            String last = last(known);
            if (!isOf(run.name(known), known) || since != Since.NOTHING) {
                return CommandReply.of(List.of("CHANGED"));
            }
            for (String key : List.of(ENTRY.turns(), ENTRY.tickets())) {
                known.scores(key).values().removeIf(until -> until <= known.now);
            }
            known.settle(); // what has become empty, loses its expiry
            keys().stream().skip(1).forEach(key -> known.expireAt(key, FORGOTTEN_AT));
            Map<String, Long> waiting = known.scores(ENTRY.putBack());
            List<String> next = waiting.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .limit(putBack)
                    .map(Map.Entry::getKey)
                    .toList();
            int wanted = next.size() + numbers.size();
            long free = count(known.hash(GATE), "remaining")
                    - known.scores(ENTRY.turns()).size()
                    - known.scores(ENTRY.tickets()).size();
            if (wanted > 0 && wanted > free) {
                return CommandReply.of(List.of("CHANGED"));
            }
            List<String> answer = new ArrayList<>(List.of("SERVED", Long.toString(known.now)));
            next.forEach(waiting::remove);
            answer.addAll(next);
            next.forEach(number -> known.scores(ENTRY.turns()).put(number, known.now + turn));
            numbers.forEach(number -> known.scores(ENTRY.turns()).put(number, known.now + turn));
            Map<String, String> after = known.hash(ENTRY.entry());
            after.put("serving", last);
            after.put("pace", Integer.toString(places));
            if (unclaimed != 0) {
                known.add(after, "unclaimed", -unclaimed);
            }
            return CommandReply.of(answer);
        }
    }

    record Draw(Run run, int size) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("entry/draw", List.of(ENTRY.entry()), run.name(known), size);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            if (!isOf(run.name(known), known)) {
                return CommandReply.of("OTHER_RUN");
            }
            known.hash(ENTRY.entry()).put("atOpening", Integer.toString(size));
            return CommandReply.of("DRAWN");
        }
    }

    record Raise(Run run, int mark) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("entry/raise", List.of(ENTRY.entry()), run.name(known), mark);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            if (!isOf(run.name(known), known)) {
                return CommandReply.of("OTHER_RUN");
            }
            Map<String, String> entry = known.hash(ENTRY.entry());
            entry.put("mark", Long.toString(Math.max(mark, count(entry, "mark"))));
            return CommandReply.of("RAISED");
        }
    }

    record Restore(Run run, String user, int number, int place, boolean isPassedOver) implements Step.OfScript {

        private static final long ENTERED_AT = ReferenceState.BEGINNING - HOUR;

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "entry/restore",
                    List.of(ENTRY.entry(), ENTRY.numbers(), ENTRY.putBack()),
                    run.name(known),
                    user,
                    number,
                    ENTERED_AT,
                    place,
                    isPassedOver ? "1" : "");
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            if (!isOf(run.name(known), known)) {
                return CommandReply.of("CHANGED");
            }
            Map<String, String> entry = known.hash(ENTRY.entry());
            String fact = number + ":" + ENTERED_AT;
            if (fact.equals(known.hash(ENTRY.numbers()).get(user))) {
                return CommandReply.of("RESTORED");
            }
            if (isPassedOver != place <= count(entry, "serving")) {
                return CommandReply.of("CHANGED");
            }
            known.hash(ENTRY.numbers()).put(user, fact);
            known.add(entry, "restored", 1);
            if (isPassedOver) {
                known.scores(ENTRY.putBack()).put(Integer.toString(number), (long) place);
            } else {
                known.add(entry, "unclaimed", -1);
            }
            return CommandReply.of("RESTORED");
        }
    }

    record Facts(String user, String network) implements Step.OfScript {

        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "entry/facts", List.of(ENTRY.numbers(), ENTRY.networks(), ENTRY.wrongProofs()), user, network);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            return CommandReply.of(List.of(
                    known.hash(ENTRY.numbers()).containsKey(user) ? "1" : "",
                    known.hash(ENTRY.networks()).getOrDefault(network, "0"),
                    known.hash(ENTRY.wrongProofs()).getOrDefault(user, "0")));
        }
    }

    record WrongProof(String user) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("entry/wrong-proof", List.of(ENTRY.wrongProofs()), user, 14 * 24 * HOUR);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> proofs = known.hash(ENTRY.wrongProofs());
            known.add(proofs, user, 1);
            known.expireAt(ENTRY.wrongProofs(), known.now + 14 * 24 * HOUR);
            return CommandReply.of(Objects.requireNonNull(proofs.get(user)));
        }
    }

    /** @param until when each has to wait until */
    record Bar(int gate, String user, long until, String other, long untilOfOther) implements Step.OfScript {

        private String barred() {
            return Names.gate(gate) + ":barred";
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "entry/bar",
                    List.of(Names.gate(gate), barred()),
                    Math.max(until, untilOfOther),
                    until,
                    user,
                    untilOfOther,
                    other);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            if (!known.has(Names.gate(gate))) {
                return CommandReply.of("MISSING");
            }
            Map<String, String> now = known.hash(Names.gate(gate));
            known.scores(barred()).put(user, until);
            known.scores(barred()).put(other, untilOfOther);
            long latest = Math.max(count(now, "barred"), Math.max(until, untilOfOther));
            now.put("barred", Long.toString(latest));
            known.expireAt(barred(), latest);
            return CommandReply.of("BARRED");
        }
    }

    /** @param at when; null for now */
    record Refused(String what, int kept, @Nullable Long at) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "entry/refused",
                    List.of(ENTRY.refusals()),
                    what,
                    kept,
                    at == null ? "" : at.toString(),
                    14 * 24 * HOUR);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, Long> refusals = known.scores(ENTRY.refusals());
            refusals.put(what, at == null ? known.now : at);
            List<String> first = refusals.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .limit(Math.max(0, refusals.size() - kept))
                    .map(Map.Entry::getKey)
                    .toList();
            first.forEach(refusals::remove);
            known.expireAt(ENTRY.refusals(), known.now + 14 * 24 * HOUR);
            return CommandReply.of("NOTED");
        }
    }

    record Strain(String instance, String load, long silence) implements Step.OfScript {

        private static final String KEY = EntryKeys.strain();

        /** Redis lists the fields of a hash in no sequence. */
        @Override
        public CommandReply comparable(CommandReply answer) {
            return answer instanceof CommandReply.Many(List<CommandReply> elements)
                    ? new CommandReply.Many(elements.stream()
                            .sorted(Comparator.comparing(CommandReply::toString))
                            .toList())
                    : answer;
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("entry/strain", List.of(KEY), instance, load, silence);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> said = known.hash(KEY);
            said.put(instance, known.now + ":" + load);
            known.expireAt(KEY, known.now + silence);
            said.values().removeIf(line -> known.now - Long.parseLong(line.split(":", 2)[0]) >= silence);
            List<String> answer = new ArrayList<>();
            said.forEach((name, line) -> {
                answer.add(name);
                answer.add(line.split(":", 2)[1]);
            });
            return CommandReply.of(answer);
        }
    }
}
