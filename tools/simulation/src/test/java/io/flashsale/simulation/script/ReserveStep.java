package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reserves units.
 *
 * @param call a number; the repetition of a call has the same one
 */
record ReserveStep(int gate, int call, boolean isRepetition, String believedBuckets, List<Member> members)
        implements Step.OfScript {

    static final long REMEMBERED = 86_400_000;
    private static final long OVERTAKEN_KEPT = 3_600_000;

    /** Ticket, price and name are as reserve.lua takes them. */
    record Member(String user, String ticket, String correlation, String price, String name) {}

    private long id(int member) {
        return Names.reservationId(gate, call, member);
    }

    private String key(int member) {
        return Names.reservation(id(member));
    }

    @Override
    public Step.Call call(ReferenceState known) {
        List<String> keys =
                new ArrayList<>(List.of(Names.gate(gate), Names.holders(gate), Names.outbox(gate), Names.late(gate)));
        List<Object> arguments = new ArrayList<>(
                List.of(Names.gateId(gate), REMEMBERED / 1_000, believedBuckets, isRepetition ? "2" : "1"));
        for (int i = 0; i < members.size(); i++) {
            keys.add(key(i));
            Member member = members.get(i);
            arguments.addAll(List.of(
                    id(i), member.user(), member.correlation(), member.ticket(), member.price(), member.name()));
        }
        return Step.Call.of("reserve", keys, arguments.toArray());
    }

    @Override
    public CommandReply rule(ReferenceState known) {
        return new Decision(known).answer();
    }

    /** One run of the script. */
    private final class Decision {

        private final ReferenceState known;
        private final Map<String, String> gateNow;
        private final Map<String, String> holders;
        private final String overtaken = key(0) + ":overtaken";
        private final String entry = Names.gate(gate) + ":entry";
        private final List<Integer> admitted = new ArrayList<>();
        private final List<String> written = new ArrayList<>();
        private final Set<String> earlier = new LinkedHashSet<>();
        private final Map<String, String> named = new HashMap<>();

        Decision(ReferenceState known) {
            this.known = known;
            this.gateNow = known.hash(Names.gate(gate));
            this.holders = known.hash(Names.holders(gate));
        }

        CommandReply answer() {
            if (isRepetition) {
                known.set(overtaken, "1", OVERTAKEN_KEPT);
            }
            if (gateNow.containsKey("lease")) {
                return CommandReply.of(List.of("REBUILDING"));
            }
            if (!gateNow.containsKey("epoch") || !gateNow.get("epoch").equals(holders.get("epoch"))) {
                return CommandReply.of(List.of("MISSING"));
            }
            String buckets = gateNow.getOrDefault("buckets", "1");
            if (!buckets.equals(believedBuckets)) {
                return CommandReply.of(List.of("BUCKETS", buckets));
            }
            if (!siblings().stream().allMatch(this::isThere)) {
                return CommandReply.of(List.of("REBUILDING"));
            }
            List<String> outcomes = new ArrayList<>();
            for (int i = 0; i < members.size(); i++) {
                String outcome = decide(i);
                if (outcome.equals("OVERTAKEN") || outcome.equals("REBUILDING")) {
                    return CommandReply.of(List.of(outcome)); // nobody was admitted yet
                }
                outcomes.add(outcome);
            }
            String terms = gateNow.getOrDefault("terms", "");
            List<String> answer = new ArrayList<>(List.of(note(terms), Long.toString(known.now), terms));
            answer.addAll(outcomes);
            earlier.forEach(entry -> addGroup(answer, entry));
            return CommandReply.of(answer);
        }

        private String decide(int i) {
            Member member = members.get(i);
            List<String> places = places(member.user());
            String fault = Objects.requireNonNullElse(faultOf(member.ticket()), "");
            if (places.stream().anyMatch(place -> Long.toString(id(i)).equals(holders.get(place)))
                    || isRepetition && known.text(key(i)) != null) {
                tellOf(id(i));
                return "ADMITTED_BEFORE";
            }
            String earlierOne = earlierOf(member);
            if (earlierOne != null) {
                tellOf(Long.parseLong(earlierOne));
                return "ADMITTED_BEFORE " + earlierOne;
            }
            if (known.now < number("opensAt")) {
                return "NOT_OPEN " + gateNow.get("opensAt");
            }
            if (known.now >= number("closesAt")) {
                return "ENDED " + gateNow.get("closesAt");
            }
            String free = places.stream()
                    .filter(place -> !holders.containsKey(place))
                    .findFirst()
                    .orElse(null);
            List<Long> units = Stream.concat(
                            Stream.of(holders), siblings().stream().map(sibling -> known.hash(sibling + ":holders")))
                    .flatMap(some -> places.stream().flatMap(place -> Stream.ofNullable(some.get(place))))
                    .map(Long::valueOf)
                    .toList();
            if (free == null || units.size() >= places.size()) {
                long newest = Collections.max(units);
                tellOf(newest);
                return "ALREADY_HOLDING " + newest;
            }
            Long barredUntil = barredUntil(member.user());
            if (barredUntil != null) {
                return "BARRED " + barredUntil;
            }
            if (!fault.isEmpty()) {
                return "TICKET_" + fault;
            }
            if (number("remaining") - admitted.size() <= 0 || hasWaitingList() && !isOffered(member.user())) {
                return "SOLD_OUT";
            }
            String price = gateNow.getOrDefault("terms", "").replaceAll("\\D", "");
            if (!member.price().isEmpty() && !member.price().equals(price)) {
                return "PRICE_CHANGED " + price;
            }
            if (admitted.isEmpty() && !isRepetition && known.text(overtaken) != null) {
                return "OVERTAKEN";
            }
            if (admitted.isEmpty() && !isOfThisRun()) {
                return "REBUILDING";
            }
            return admit(i, free);
        }

        private String nameOf(Member member) {
            return Names.gate(gate) + ":once:" + member.user() + ":" + member.name();
        }

        /** The reservation that an earlier request of this name got; null if there is none. */
        private @Nullable String earlierOf(Member member) {
            if (member.name().isEmpty()) {
                return null;
            }
            String here = named.get(nameOf(member));
            return here == null ? known.text(nameOf(member)) : here;
        }

        private String admit(int i, String place) {
            Member member = members.get(i);
            if (!member.name().isEmpty()) {
                named.put(nameOf(member), Long.toString(id(i)));
            }
            holders.put(place, Long.toString(id(i)));
            admitted.add(i);
            if (hasWaitingList()) {
                offers().put(member.user(), "USED");
            }
            String line = id(i) + ":" + member.user() + ":" + member.correlation();
            if (!isByTicket()) {
                written.add(line);
                return "ADMITTED";
            }
            String number = member.ticket().substring(0, member.ticket().indexOf(' '));
            known.hash(entry + ":used").put(number, Long.toString(id(i)));
            known.scores(entry + ":tickets").remove(number);
            written.add(line + ":" + number);
            return "ADMITTED " + number;
        }

        /** The gates of the siblings. */
        private List<String> siblings() {
            return Stream.of(gateNow.getOrDefault("family", "").split(" "))
                    .filter(id -> !id.isEmpty())
                    .map(id -> Names.shard(gate) + ":sale:" + id)
                    .toList();
        }

        private boolean isThere(String sibling) {
            Map<String, String> there = known.hash(sibling);
            return !there.containsKey("lease")
                    && there.containsKey("epoch")
                    && there.get("epoch")
                            .equals(known.hash(sibling + ":holders").get("epoch"));
        }

        private List<String> places(String user) {
            return IntStream.rangeClosed(1, Integer.parseInt(gateNow.getOrDefault("limit", "1")))
                    .mapToObj(n -> n == 1 ? user : user + "#" + n)
                    .toList();
        }

        private long number(String field) {
            return Long.parseLong(gateNow.getOrDefault(field, "0"));
        }

        private boolean hasWaitingList() {
            return "1".equals(gateNow.get("waiting"));
        }

        private Map<String, String> offers() {
            return known.hash(Names.offers(gate, gateNow.getOrDefault("epoch", "")));
        }

        private boolean isOffered(String user) {
            return !offers().getOrDefault(user, "USED").equals("USED");
        }

        private boolean isByTicket() {
            return gateNow.containsKey("ticket");
        }

        /** Why a ticket does not admit; null if it does, or none is needed. */
        private @Nullable String faultOf(String ticket) {
            if (!isByTicket()) {
                return null;
            }
            if (ticket.isEmpty()) {
                return "REQUIRED";
            }
            if (!ticket.matches("\\d+ \\d+")) {
                return ticket;
            }
            String[] numberAndExpiry = ticket.split(" ");
            if (known.now >= Long.parseLong(numberAndExpiry[1])) {
                return "EXPIRED";
            }
            return known.hash(entry + ":used").containsKey(numberAndExpiry[0]) ? "USED" : null;
        }

        private @Nullable Long barredUntil(String user) {
            Long until = known.scores(Names.gate(gate) + ":barred").get(user);
            return known.now < number("barred") && until != null && known.now < until ? until : null;
        }

        private boolean isOfThisRun() {
            String runId = gateNow.get("runId");
            if (isByTicket() && !Objects.equals(known.hash(entry).get("runId"), runId)) {
                return false;
            }
            if (!siblings().stream()
                    .allMatch(sibling -> Objects.equals(known.hash(sibling).get("runId"), runId))) {
                return false;
            }
            return known.run(Names.shard(gate)).equals(runId);
        }

        /** Remembers that the answer names this reservation. */
        private void tellOf(long reservation) {
            String remembered = known.text(Names.reservation(reservation));
            if (remembered != null) {
                earlier.add(remembered.split(":", 3)[2]);
            }
        }

        /** Notes the admitted; returns the id of their entry. */
        private String note(String terms) {
            if (admitted.isEmpty()) {
                return "";
            }
            known.add(gateNow, "remaining", -admitted.size());
            ReferenceState.Entries outbox = known.stream(Names.outbox(gate));
            outbox.add(
                    known.now,
                    List.of(
                            "campaign", Long.toString(Names.gateId(gate)),
                            "at", Long.toString(known.now),
                            "terms", terms,
                            "reservations", String.join(" ", written)));
            for (int i : admitted) {
                String whose = Names.gateId(gate) + ":" + members.get(i).user();
                known.set(key(i), whose + ":" + outbox.last, REMEMBERED);
            }
            named.forEach((name, reservation) -> known.set(name, reservation, REMEMBERED));
            if (!"0".equals(gateNow.get("returned"))) {
                known.add(gateNow, "late", admitted.size());
                admitted.forEach(
                        i -> known.list(Names.late(gate)).add(members.get(i).user()));
                known.expireAt(Names.late(gate), known.now + REMEMBERED);
            }
            return outbox.last;
        }

        private void addGroup(List<String> answer, String entry) {
            List<String> fields = known.stream(Names.outbox(gate)).byId.get(entry);
            if (fields != null) {
                answer.add(entry);
                answer.addAll(List.of(fields.get(1), fields.get(3), fields.get(5), fields.get(7)));
            }
        }
    }
}
