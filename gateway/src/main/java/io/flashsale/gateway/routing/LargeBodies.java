package io.flashsale.gateway.routing;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.springframework.util.unit.DataSize;

/**
 * Bodies too large to be kept: passed on as they come, a few at a time, for those whom the route allows it. So they never
 * take more memory than a few buffers here, nor than a few bodies in the service that reads them.
 *
 * @param max the largest
 */
record LargeBodies(DataSize max, Semaphore places, LongSupplier nanoTime) {

    /** For one body, from its first byte to its last. */
    static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final int AT_A_TIME = 4;

    LargeBodies(DataSize max, LongSupplier nanoTime) {
        this(max, new Semaphore(AT_A_TIME), nanoTime);
    }
}
