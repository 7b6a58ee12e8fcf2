package io.flashsale.devstack.launcher;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Which services are started again when they have ended: any, unless it was started again just before. For one thread. */
final class Revivals {

    /** A service that ends this soon after it was started again would only do so once more. */
    static final Duration PROBATION = Duration.ofSeconds(60);

    private final Map<String, Instant> last = new HashMap<>();

    /** Whether the service, which has ended, may be started again now; then it is as if it was. */
    boolean permit(String service, Instant now) {
        Instant before = last.get(service);
        if (before != null && now.isBefore(before.plus(PROBATION))) {
            return false;
        }
        last.put(service, now);
        return true;
    }
}
