package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Steps of administrators and of rebuilds, and those that read gates. */
final class GateSteps {

    private static final long HOUR = 3_600_000;

    private GateSteps() {}

    /** A campaign in one of its revisions. Times in epoch milliseconds. */
    record Revision(long number, long opensAt, long closesAt, long total, boolean byTicket, boolean waiting) {

        String terms() {
            return "{\"title\":\"t\",\"priceCents\":" + number + "}";
        }

        long expiry() {
            return closesAt + 14 * 24 * HOUR;
        }

        private void writeTo(Map<String, String> gate) {
            gate.put("revision", Long.toString(number));
            gate.put("opensAt", Long.toString(opensAt));
            gate.put("closesAt", Long.toString(closesAt));
            gate.put("terms", terms());
            gate.put("waiting", waiting ? "1" : "");
            putOrRemove(gate, "ticket", byTicket, "1");
        }
    }

    private static void putOrRemove(Map<String, String> gate, String field, boolean put, String value) {
        if (put) {
            gate.put(field, value);
        } else {
            gate.remove(field);
        }
    }

    private static List<String> gateAndHolders(int gate) {
        return List.of(Names.gate(gate), Names.holders(gate));
    }

    private static boolean isClosedUnder(String lease, ReferenceState known, int gate) {
        return lease.equals(known.hash(Names.gate(gate)).get("lease"));
    }

    /** @param mayTake whether units may be taken away */
    record Amend(int gate, Revision revision, int limit, boolean mayTake) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "amend",
                    gateAndHolders(gate),
                    revision.number(),
                    revision.opensAt(),
                    revision.closesAt(),
                    revision.terms(),
                    revision.total(),
                    revision.expiry(),
                    revision.byTicket() ? "1" : "",
                    limit,
                    mayTake ? "1" : "",
                    revision.waiting() ? "1" : "");
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> now = known.hash(Names.gate(gate));
            if (!now.containsKey("epoch")) {
                return CommandReply.of("MISSING");
            }
            long newest = Long.parseLong(now.getOrDefault("revision", "0"));
            if (mayTake && revision.number() == newest) {
                return CommandReply.of("AMENDED");
            }
            if (revision.number() <= newest) {
                return CommandReply.of("STALE");
            }
            long added = revision.total() - Long.parseLong(now.getOrDefault("total", "0"));
            if (mayTake && !has(-added, known)) {
                return CommandReply.of("TOO_FEW");
            }
            revision.writeTo(now);
            putOrRemove(now, "limit", limit != 1, Integer.toString(limit));
            if (added > 0 || mayTake) {
                known.add(now, "total", added);
                known.add(now, "remaining", added);
            }
            if (added > 0) {
                known.add(now, "returned", 1);
            }
            known.expireAt(Names.gate(gate), revision.expiry());
            known.expireAt(Names.holders(gate), revision.expiry());
            return CommandReply.of("AMENDED");
        }

        private boolean has(long units, ReferenceState known) {
            Map<String, String> now = known.hash(Names.gate(gate));
            return !now.containsKey("lease")
                    && known.run(Names.shard(gate)).equals(now.get("runId"))
                    && Long.parseLong(now.getOrDefault("remaining", "0")) >= units;
        }
    }

    record Close(int gate, String lease) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("close", List.of(Names.gate(gate)), lease);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> now = known.hash(Names.gate(gate));
            if (!lease.equals(now.get("epoch"))) {
                now.put("lease", lease);
                if (known.expiry(Names.gate(gate)) == null) {
                    known.expireAt(Names.gate(gate), known.now + HOUR);
                }
            }
            return CommandReply.of("CLOSED");
        }
    }

    record Empty(int gate, String lease, String name) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("empty", gateAndHolders(gate), lease, name);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            if (!isClosedUnder(lease, known, gate)) {
                return CommandReply.of("LEASE_LOST");
            }
            if (!name.equals(known.hash(Names.gate(gate)).put("emptied", name))) {
                known.remove(Names.holders(gate));
            }
            return CommandReply.of("EMPTIED");
        }
    }

    record Held(String user, String reservation) {}

    record Load(int gate, String lease, int limit, List<Held> held) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            List<Object> arguments = new ArrayList<>(List.of(lease, limit));
            held.forEach(one -> arguments.addAll(List.of(one.user(), one.reservation())));
            return Step.Call.of("load", gateAndHolders(gate), arguments.toArray());
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            if (!isClosedUnder(lease, known, gate)) {
                return CommandReply.of("LEASE_LOST");
            }
            Map<String, String> holders = known.hash(Names.holders(gate));
            for (Held one : held) {
                int n = 1;
                while (n < limit && isAnothers(holders.get(place(one.user(), n)), one.reservation())) {
                    n++;
                }
                holders.put(place(one.user(), n), one.reservation());
            }
            known.expireAt(Names.holders(gate), known.now + HOUR);
            return CommandReply.of("LOADED");
        }

        private static boolean isAnothers(@Nullable String there, String reservation) {
            return there != null && !there.equals(reservation);
        }

        private static String place(String user, int n) {
            return n == 1 ? user : user + "#" + n;
        }
    }

    /** @param siblings ids of campaigns, separated by spaces */
    record Reopen(
            int gate,
            String lease,
            long remaining,
            Revision revision,
            int limit,
            int buckets,
            long moved,
            String siblings)
            implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "reopen",
                    gateAndHolders(gate),
                    lease,
                    remaining,
                    revision.total(),
                    revision.number(),
                    revision.opensAt(),
                    revision.closesAt(),
                    revision.terms(),
                    limit,
                    revision.expiry(),
                    revision.byTicket() ? "1" : "",
                    buckets,
                    moved,
                    revision.waiting() ? "1" : "",
                    siblings);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            if (!isClosedUnder(lease, known, gate)) {
                return CommandReply.of("LEASE_LOST");
            }
            known.hash(Names.holders(gate)).put("epoch", lease);
            Map<String, String> now = known.hash(Names.gate(gate));
            now.put("epoch", lease);
            now.put("runId", known.run(Names.shard(gate)));
            now.put("remaining", Long.toString(remaining));
            now.put("total", Long.toString(revision.total()));
            revision.writeTo(now);
            now.put("returned", "0");
            now.put("late", "0");
            putOrRemove(now, "limit", limit != 1, Integer.toString(limit));
            putOrRemove(now, "buckets", buckets != 1, Integer.toString(buckets));
            putOrRemove(now, "moved", buckets != 1, Long.toString(moved));
            putOrRemove(now, "family", !siblings.isEmpty(), siblings);
            now.remove("lease");
            now.remove("emptied");
            known.expireAt(Names.gate(gate), revision.expiry());
            known.expireAt(Names.holders(gate), revision.expiry());
            return CommandReply.of("REOPENED");
        }
    }

    record State(int gate) implements Step.OfScript {

        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("state", gateAndHolders(gate));
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String run = known.run(Names.shard(gate));
            Map<String, String> now = known.hash(Names.gate(gate));
            Map<String, String> holders = known.hash(Names.holders(gate));
            String epoch = now.get("epoch");
            if (epoch == null || !epoch.equals(holders.get("epoch"))) {
                return CommandReply.of(List.of("MISSING"));
            }
            return CommandReply.of(List.of(
                    "PRESENT",
                    epoch,
                    now.containsKey("lease") ? "1" : "0",
                    run.equals(now.get("runId")) ? "1" : "0",
                    now.getOrDefault("remaining", ""),
                    now.getOrDefault("total", ""),
                    now.getOrDefault("revision", ""),
                    now.getOrDefault("opensAt", ""),
                    now.getOrDefault("closesAt", ""),
                    now.getOrDefault("returned", ""),
                    now.getOrDefault("late", ""),
                    Integer.toString(holders.size() - 1),
                    now.getOrDefault("buckets", "1"),
                    now.getOrDefault("moved", "0")));
        }
    }

    record Late(int gate, String epoch, int told) implements Step.OfScript {

        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("late", List.of(Names.gate(gate), Names.late(gate)), epoch, told);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> now = known.hash(Names.gate(gate));
            List<String> late = known.list(Names.late(gate));
            int untold = Integer.parseInt(now.getOrDefault("late", "0")) - told;
            if (!epoch.equals(now.get("epoch")) || untold < 0 || untold > late.size()) {
                return CommandReply.of(List.of("UNKNOWN"));
            }
            List<String> answer = new ArrayList<>(List.of("KNOWN"));
            answer.addAll(late.subList(late.size() - untold, late.size()));
            return CommandReply.of(answer);
        }
    }
}
