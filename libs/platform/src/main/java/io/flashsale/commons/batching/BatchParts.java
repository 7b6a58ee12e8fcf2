package io.flashsale.commons.batching;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Does work in independent parts, such as one for each sale. */
public final class BatchParts {

    private BatchParts() {}

    /**
     * Does the work for each part, even if other parts failed, because a part may need something that is down, such
     * as one of several Redis masters. An interrupted thread begins no further part.
     *
     * @throws RuntimeException the first failure, with the others suppressed
     */
    public static <K, V> void doAll(Map<K, V> parts, BiConsumer<K, V> work) {
        RuntimeException first = null;
        for (var part : parts.entrySet()) {
            try {
                work.accept(part.getKey(), part.getValue());
            } catch (RuntimeException fault) {
                first = both(first, fault);
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** The first of two failures, with the second suppressed. */
    public static RuntimeException both(@Nullable RuntimeException first, RuntimeException second) {
        if (first == null) {
            return second;
        }
        if (first != second) {
            first.addSuppressed(second);
        }
        return first;
    }
}
