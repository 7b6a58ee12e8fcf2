package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import java.util.List;
import java.util.Map;

/** Moves of units between buckets. */
final class MoveSteps {

    private static final long HOUR = 3_600_000;

    private MoveSteps() {}

    private static List<String> gateAndMove(int gate, String move) {
        return List.of(Names.gate(gate), Names.move(gate, move));
    }

    record MoveOut(int gate, String move) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("move-out", gateAndMove(gate, move));
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String before = known.text(Names.move(gate, move));
            if (before != null) {
                return CommandReply.of(before.split(" ")[0]);
            }
            Map<String, String> now = known.hash(Names.gate(gate));
            long remaining = Long.parseLong(now.getOrDefault("remaining", "0"));
            if (!now.containsKey("epoch") || now.containsKey("lease") || remaining <= 0) {
                return CommandReply.of("0");
            }
            if (!known.run(Names.shard(gate)).equals(now.get("runId"))) {
                return CommandReply.of("0");
            }
            long units = (remaining + 1) / 2;
            known.add(now, "remaining", -units);
            known.add(now, "moved", -units);
            known.set(Names.move(gate, move), units + " " + now.get("epoch"), HOUR);
            return CommandReply.of(Long.toString(units));
        }
    }

    record MoveIn(int gate, String move, String epoch, int units) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("move-in", gateAndMove(gate, move), epoch, units);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            Map<String, String> now = known.hash(Names.gate(gate));
            if (!epoch.equals(now.get("epoch"))) {
                return CommandReply.of("OTHER_EPOCH");
            }
            if (known.text(Names.move(gate, move)) == null) {
                known.set(Names.move(gate, move), Integer.toString(units), HOUR);
                known.add(now, "remaining", units);
                known.add(now, "moved", units);
                known.add(now, "returned", 1);
            }
            return CommandReply.of("MOVED");
        }
    }

    record MoveBack(int gate, String move, boolean putBack) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("move-back", gateAndMove(gate, move), putBack ? "1" : "0");
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String before = known.text(Names.move(gate, move));
            known.set(Names.move(gate, move), "0", HOUR);
            Map<String, String> now = known.hash(Names.gate(gate));
            if (before == null || !before.contains(" ") || !before.endsWith(" " + now.get("epoch"))) {
                return CommandReply.of("0");
            }
            long units = Long.parseLong(before.split(" ")[0]);
            known.add(now, "moved", units);
            if (putBack) {
                known.add(now, "remaining", units);
                known.add(now, "returned", 1);
            }
            return CommandReply.of(Long.toString(units));
        }
    }
}
