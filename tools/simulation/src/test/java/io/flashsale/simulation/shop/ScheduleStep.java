package io.flashsale.simulation.shop;

import java.util.List;
import java.util.stream.Collectors;

/** One step of a schedule. Each may follow any other: one that means nothing at its moment does nothing. */
sealed interface ScheduleStep {

    /** The step as Java, for a test to paste. */
    default String java() {
        return "new " + this.toString().replace("[", "(").replace("]", ")").replaceAll("\\b\\w+=", "");
    }

    /** Shoppers ask for a unit each, in one call of the gateway. */
    record Click(int number, int instance, List<Long> users) implements ScheduleStep {
        @Override
        public String java() {
            return "new Click(%d, %d, List.of(%s))"
                    .formatted(
                            number,
                            instance,
                            users.stream().map(user -> user + "L").collect(Collectors.joining(", ")));
        }
    }

    /** An actor goes on until its next call; this becomes of the one that it is making. */
    record Go(String actor, CallFault fault) implements ScheduleStep {
        @Override
        public String java() {
            return "new Go(\"" + actor + "\", " + fault + ")";
        }
    }

    /** The shopper of an accepted click cancels. */
    record Cancel(int click) implements ScheduleStep {}

    /** The shopper of an accepted click pays. */
    record Pay(int click) implements ScheduleStep {}

    /** A process is killed and starts again. */
    record Crash(String process) implements ScheduleStep {
        @Override
        public String java() {
            return "new Crash(\"" + process + "\")";
        }
    }

    record Pass(long millis) implements ScheduleStep {}

    /** An administrator puts units on offer, or changes the price; each in MySQL first, and then in Redis. */
    record Administer(int number, int units, int cents) implements ScheduleStep {}

    enum Event implements ScheduleStep {
        REDIS_IS_WIPED,
        REDIS_RESTARTS,
        REPLICA_CATCHES_UP,
        REPLICA_IS_PROMOTED,
        REDIS_CLOCK_GOES_BACK,
        MYSQL_IS_BACKED_UP,
        /** A backup is restored as docs/restore.md says. */
        MYSQL_IS_RESTORED,
        /** Another server takes over that lacks the last commits, if these were an administrator's only. */
        MYSQL_FAILS_OVER,
        /** A backup of Redis, or a first replica, changes its replication id and nothing else. */
        REPLICATION_ID_CHANGES,
        /** From now on Kafka does not take one message of the outbox. */
        OUTBOX_ROW_IS_STUCK,
        /** From now on the reservations of another sale cannot be placed. */
        OTHER_SALE_FAILS,
        /** A release names the shopper of an order wrongly. */
        WRONG_RELEASE_ARRIVES,
        /** The topic of reservations gets another partition, and the sale's next ones go there. */
        PARTITION_IS_ADDED,
        PLACEMENT_IS_REBALANCED,
        RELEASES_ARE_REBALANCED;

        @Override
        public String java() {
            return name();
        }
    }
}
