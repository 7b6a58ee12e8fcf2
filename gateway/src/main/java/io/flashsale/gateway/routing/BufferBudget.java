package io.flashsale.gateway.routing;

import io.flashsale.gateway.upstream.UpstreamProperties;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The bytes that all bodies which are kept at one time may have together, beyond the first few of each. */
@Component
class BufferBudget {

    private final long max;
    private final AtomicLong taken = new AtomicLong();

    @Autowired
    BufferBudget(UpstreamProperties properties) {
        this(properties.bodyBuffers().toBytes());
    }

    BufferBudget(long max) {
        this.max = max;
    }

    /** Whether there are so many bytes left; then they are taken until they are given back. */
    boolean take(long bytes) {
        long before = taken.get();
        while (before + bytes <= max) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    long taken() {
        return taken.get();
    }
}
