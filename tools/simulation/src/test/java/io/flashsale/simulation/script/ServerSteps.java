package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.RedisModel.Identity;
import java.util.List;

/** What happens to the server between calls. */
final class ServerSteps {

    private ServerSteps() {}

    record TimePasses(long millis) implements Step.OfServer {

        @Override
        public void happenTo(Step.Server server) {
            server.pass(millis);
        }

        @Override
        public void note(ReferenceState known) {
            known.now += millis;
        }
    }

    enum Change {
        /** The process ends and starts again, with its data. */
        RESTART,
        /** A replica that has all data becomes master. */
        PROMOTION,
        /** A first replica attaches, or the backlog of the last one is freed. */
        NEW_REPLICATION_ID,
        /** The master becomes a replica of another one, for now with the same data. */
        DEMOTION
    }

    /** @param number tells changes of one kind apart */
    record BecomesAnother(Change change, int number) implements Step.OfServer {

        private Identity after(Identity before) {
            return switch (change) {
                case RESTART -> before.restarted(number);
                case PROMOTION -> before.promoted(number);
                case NEW_REPLICATION_ID -> before.renamed(number);
                case DEMOTION -> before.demoted(number);
            };
        }

        @Override
        public void happenTo(Step.Server server) {
            server.become(this::after);
        }

        @Override
        public void note(ReferenceState known) {
            known.identity = after(known.identity);
        }
    }

    /** All is lost; the process stays. */
    record Wipe() implements Step.OfServer {

        @Override
        public void happenTo(Step.Server server) {
            server.wipe();
        }

        @Override
        public void note(ReferenceState known) {
            known.wipe();
        }
    }

    /** One key is evicted, or deleted by hand. */
    record KeyIsLost(String key) implements Step.OfServer {

        @Override
        public void happenTo(Step.Server server) {
            server.lose(key);
        }

        @Override
        public void note(ReferenceState known) {
            if (known.identity.isMaster()) {
                known.remove(key);
            }
        }
    }

    /** A unit is offered to a user of the waiting list. */
    record Offer(int gate, String epoch, String user) implements Step.OfServer {

        private static final String PLACE = "7";

        @Override
        public void happenTo(Step.Server server) {
            server.put(Names.offers(gate, epoch), user, PLACE);
        }

        @Override
        public void note(ReferenceState known) {
            if (known.identity.isMaster()) {
                known.hash(Names.offers(gate, epoch)).put(user, PLACE);
            }
        }
    }

    /** An entry that no script of ours has written. */
    record MalformedEntry(int gate) implements Step.OfServer {

        private static final List<String> FIELDS = List.of("campaign", "seven");

        @Override
        public void happenTo(Step.Server server) {
            server.addEntry(Names.outbox(gate), FIELDS);
        }

        @Override
        public void note(ReferenceState known) {
            if (known.identity.isMaster()) {
                known.stream(Names.outbox(gate)).add(known.now, FIELDS);
            }
        }
    }
}
