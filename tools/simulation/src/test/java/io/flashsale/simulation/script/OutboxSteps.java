package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Steps of the relay, of the warm-up, and of the election of leaders. */
final class OutboxSteps {

    private OutboxSteps() {}

    /** The id of an entry by its place in the outbox; an id that was never given if there are fewer. */
    private static String entry(ReferenceState known, int gate, int index) {
        List<String> ids = known.stream(Names.outbox(gate)).ids();
        return index < ids.size() ? ids.get(index) : "1-1";
    }

    /** @param after place of the entry after which to begin; -1 for the beginning */
    record Overdue(int gate, long age, int after, int max) implements Step.OfScript {

        @Override
        public boolean isWrite() {
            return false;
        }

        private String afterId(ReferenceState known) {
            return after < 0 ? "0-0" : entry(known, gate, after);
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("overdue", List.of(Names.outbox(gate)), age, afterId(known), max);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            ReferenceState.Entries outbox = known.stream(Names.outbox(gate));
            String begin = afterId(known);
            List<String> answer = new ArrayList<>();
            outbox.ids().stream()
                    .filter(id -> Ids.IN_SEQUENCE.compare(id, begin) > 0)
                    .filter(id -> Ids.millis(id) <= known.now - age || Ids.millis(id) > known.now)
                    .limit(max)
                    .forEach(id -> {
                        List<String> fields = outbox.byId.get(id);
                        answer.add(id);
                        for (int i = 1; i < 8; i += 2) {
                            answer.add(i < fields.size() ? fields.get(i) : "");
                        }
                    });
            return CommandReply.of(answer);
        }
    }

    /** @param isRight whether the caller means the group of this entry, and not another one with the same id */
    record Group(int index, boolean isRight) {}

    record Forget(int gate, List<Group> groups) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            List<Object> arguments = new ArrayList<>();
            groups.forEach(group -> arguments.addAll(List.of(entry(known, gate, group.index()), first(known, group))));
            return Step.Call.of("forget", List.of(Names.outbox(gate)), arguments.toArray());
        }

        /** The first reservation of the group. */
        private String first(ReferenceState known, Group group) {
            List<String> fields =
                    known.stream(Names.outbox(gate)).byId.getOrDefault(entry(known, gate, group.index()), List.of());
            return group.isRight() && fields.size() == 8 ? fields.get(7).split(":")[0] : "7";
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            List<String> ids = groups.stream()
                    .map(group -> entry(known, gate, group.index()))
                    .toList();
            List<String> firsts =
                    groups.stream().map(group -> first(known, group)).toList();
            ReferenceState.Entries outbox = known.stream(Names.outbox(gate));
            List<String> mine = new ArrayList<>();
            List<String> others = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                List<String> fields = outbox.byId.get(ids.get(i));
                if (fields != null) {
                    boolean isMine = fields.size() == 8 && fields.get(7).startsWith(firsts.get(i) + ":");
                    (isMine ? mine : others).add(ids.get(i));
                }
            }
            outbox.byId.keySet().removeAll(mine);
            return CommandReply.of(others);
        }
    }

    record SetAside(int gate, int index, String reason) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of(
                    "setaside",
                    List.of(Names.outbox(gate), Names.deadLetters(gate)),
                    entry(known, gate, index),
                    reason);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String id = entry(known, gate, index);
            List<String> fields = known.stream(Names.outbox(gate)).byId.remove(id);
            if (fields == null) {
                return CommandReply.of("GONE");
            }
            known.stream(Names.deadLetters(gate))
                    .add(
                            known.now,
                            Stream.concat(Stream.of("entry", id, "reason", reason), fields.stream())
                                    .toList());
            return CommandReply.of("SET_ASIDE");
        }
    }

    record ShardLook(int gate) implements Step.OfScript {

        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("shard", List.of(Names.warm(gate)));
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String run = known.run(Names.shard(gate));
            return CommandReply.of(List.of(run, run.equals(known.text(Names.warm(gate))) ? "1" : "0"));
        }
    }

    record NoteWarm(int gate, boolean onThisRun) implements Step.OfScript {

        private String run(ReferenceState known) {
            return onThisRun ? known.runNow(Names.shard(gate)) : "another:run";
        }

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("warm", List.of(Names.warm(gate)), run(known));
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String claimed = run(known);
            if (!known.run(Names.shard(gate)).equals(claimed)) {
                return CommandReply.of("OTHER_RUN");
            }
            known.set(Names.warm(gate), claimed);
            return CommandReply.of("NOTED");
        }
    }

    private static final String LEADER = "sale:some-duty:leader";

    record Lead(String name, long lease) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("lead", List.of(LEADER), name, lease);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            String leader = known.text(LEADER);
            if (leader != null && !leader.equals(name)) {
                return CommandReply.of("FOLLOWER");
            }
            known.set(LEADER, name, lease);
            return CommandReply.of("LEADER");
        }
    }

    record Resign(String name) implements Step.OfScript {

        @Override
        public Step.Call call(ReferenceState known) {
            return Step.Call.of("resign", List.of(LEADER), name);
        }

        @Override
        public CommandReply rule(ReferenceState known) {
            if (!name.equals(known.text(LEADER))) {
                return CommandReply.of("FOLLOWER");
            }
            known.remove(LEADER);
            return CommandReply.of("RESIGNED");
        }
    }
}
