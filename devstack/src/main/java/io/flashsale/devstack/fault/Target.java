package io.flashsale.devstack.fault;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be broken.
 *
 * @param name unique in its system, such as {@code stock-service-2} or {@code line to kafka}
 * @param part what it is a part of, such as {@code stock-service}: the same for all of which the same is to be expected
 * @param faults what can be done to it
 * @param healsAfter it heals by itself so much later, because without it nobody could ask for that; null if it does not
 */
public record Target(
        String name,
        String part,
        List<FaultKind> faults,
        @Nullable Duration healsAfter) {

    public Target {
        faults = List.copyOf(faults);
    }
}
