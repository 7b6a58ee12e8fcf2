package io.flashsale.commons.background;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Collects the whole heap once when the young generation has needed no collection for a while, so that a JVM gives the memory
 * of the last crowd back.
 *
 * <p>The serial collector gives memory back only after it has collected the whole heap, and an idle JVM never does that by
 * itself. Off unless {@code flashsale.memory.collect-when-idle}
 * has an interval: the pause, about 0.1 s, is for machines on which several JVMs share little memory.
 */
@AutoConfiguration
@ConditionalOnProperty("flashsale.memory.collect-when-idle")
public class IdleHeap {

    @Bean
    static RepeatedTask idleHeapTask(@Value("${flashsale.memory.collect-when-idle}") Duration interval) {
        // System.gc() does not count among the collections of the young generation.
        GarbageCollectorMXBean young =
                ManagementFactory.getGarbageCollectorMXBeans().getFirst();
        Look look = new Look(young::getCollectionCount, System::gc);
        return new RepeatedTask("idle-heap", interval, look::look).afterOneInterval();
    }

    /** Compares the number of collections with that at the last look. */
    static final class Look {

        private final LongSupplier collections;
        private final Runnable collectAll;
        private long atLastLook;
        private long whenCollected;

        Look(LongSupplier collections, Runnable collectAll) {
            this.collections = collections;
            this.collectAll = collectAll;
        }

        void look() {
            long now = collections.getAsLong();
            if (now == atLastLook && now != whenCollected) {
                collectAll.run();
                whenCollected = now;
            }
            atLastLook = now;
        }
    }
}
