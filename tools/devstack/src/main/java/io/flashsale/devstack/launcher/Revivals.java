package io.flashsale.devstack.launcher;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Decides which ended services are restarted: all except those restarted just before. Not thread-safe. */
final class Revivals {

    /** A service that ends this soon after a restart would only end again. */
    static final Duration PROBATION = Duration.ofSeconds(60);

    private final Map<String, Instant> last = new HashMap<>();

    /** Whether an ended service may be restarted now; true also records the restart. */
    boolean permit(String service, Instant now) {
        Instant before = last.get(service);
        if (before != null && now.isBefore(before.plus(PROBATION))) {
            return false;
        }
        last.put(service, now);
        return true;
    }
}
