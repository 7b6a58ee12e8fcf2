package io.flashsale.commons.kafka;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Parts of a batch that have nothing to do with each other, as one for each sale. */
public final class BatchParts {

    private BatchParts() {}

    /**
     * Does the work for each part, also where it failed for others: what one needs may be away, as one of several masters of
     * Redis. A thread that is interrupted is to stop, and begins no further part.
     *
     * @throws RuntimeException the first that was thrown, with the others suppressed, so that the batch comes again
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

    private static RuntimeException both(@Nullable RuntimeException first, RuntimeException second) {
        if (first == null) {
            return second;
        }
        if (first != second) {
            first.addSuppressed(second);
        }
        return first;
    }
}
