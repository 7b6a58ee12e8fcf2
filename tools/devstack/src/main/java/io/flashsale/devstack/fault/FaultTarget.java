package io.flashsale.devstack.fault;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be broken.
 *
 * @param name unique in its system, such as {@code stock-service-2} or {@code line to kafka}
 * @param part the part of the system, such as {@code stock-service}; targets of one part show the same effects
 * @param healsAfterSeconds the time until it repairs itself, if nobody could request a repair without it; else null
 */
public record FaultTarget(
        String name,
        String part,
        List<FaultKind> faults,
        @Nullable Long healsAfterSeconds) {

    public FaultTarget {
        faults = List.copyOf(faults);
    }
}
