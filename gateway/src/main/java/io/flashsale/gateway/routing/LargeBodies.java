package io.flashsale.gateway.routing;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.springframework.util.unit.DataSize;

/**
 * Bounds bodies that are too large to be buffered. On routes that allow them they are passed on as they arrive, a
 * few at a time. So they never take more memory than a few buffers here, and a few bodies in the service that reads
 * them.
 *
 * @param max the largest
 */
record LargeBodies(DataSize max, Semaphore places, LongSupplier nanoTime) {

    /** From the first byte of one body to its last. */
    static final Duration TIMEOUT = Duration.ofMinutes(1);

    static final int BYTES_PER_SECOND = 2 * 1024 * 1024;

    private static final int AT_A_TIME = 4;

    LargeBodies(DataSize max, LongSupplier nanoTime) {
        this(max, new Semaphore(AT_A_TIME), nanoTime);
    }
}
