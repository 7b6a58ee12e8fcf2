package io.flashsale.auditor.snapshot;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages in flight for one sale; reservations that were admitted together count as one.
 *
 * <p>A message counts twice after it was sent and before it is deleted from an outbox.
 *
 * @param reserved groups of reservations in Redis' outbox
 * @param saved groups of reservations that stock-service has saved in MySQL, as Kafka had not acknowledged them
 * @param toPlace groups of reservations in Kafka that placement has not committed
 * @param ended ended orders in MySQL's outbox
 * @param toRelease ended orders in Kafka that stock-service has not committed
 */
public record InFlight(long reserved, long saved, long toPlace, long ended, long toRelease) {

    public long total() {
        return reserved + saved + toPlace + ended + toRelease;
    }

    /** Messages in Kafka that their consumers have not processed. */
    public long kafkaLag() {
        return toPlace + toRelease;
    }

    public boolean none() {
        return total() == 0;
    }

    /** A description for people; empty if nothing is in flight. */
    public List<String> describe() {
        List<String> parts = new ArrayList<>();
        describe(parts, reserved, "in Redis' outbox");
        describe(parts, saved, "saved in MySQL for Kafka");
        describe(parts, toPlace, "in Kafka before placement");
        describe(parts, ended, "in MySQL's outbox");
        describe(parts, toRelease, "in Kafka before their release");
        return parts;
    }

    private static void describe(List<String> parts, long count, String where) {
        if (count > 0) {
            parts.add(count + " " + where);
        }
    }
}
