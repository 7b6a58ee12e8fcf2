package io.flashsale.admission.redis;

import java.time.Duration;

/**
 * What an unacknowledged reservation asks of Redis replicas before its user is told.
 *
 * @param replicas how many must have it; 0 if Redis has none. It equals the number that the master has, because any
 *     of them may be promoted. A replaced master that does not know so yet is still followed by replicas that do not
 *     know either
 * @param timeout how long to wait for them
 */
public record Replication(int replicas, Duration timeout) {

    /** A Redis without replicas; none is asked. */
    public static final Replication NONE = new Replication(0, Duration.ZERO);

    public Replication {
        if (replicas < 0) {
            throw new IllegalArgumentException("there are no " + replicas + " replicas");
        }
    }
}
