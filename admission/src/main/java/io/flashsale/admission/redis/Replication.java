package io.flashsale.admission.redis;

import java.time.Duration;

/**
 * What a reservation that the queue has not acknowledged asks of the replicas of Redis, before anybody is told of it.
 *
 * @param replicas how many must have it; 0 where Redis has none. As many as the master has, because any of them may be promoted: an
 *     old master that does not know yet that it has been replaced is still followed by those that have not been told, either
 * @param timeout how long to wait for them
 */
public record Replication(int replicas, Duration timeout) {

    /** A Redis without replicas: nobody is asked. */
    public static final Replication NONE = new Replication(0, Duration.ZERO);

    public Replication {
        if (replicas < 0) {
            throw new IllegalArgumentException("there are no " + replicas + " replicas");
        }
    }
}
