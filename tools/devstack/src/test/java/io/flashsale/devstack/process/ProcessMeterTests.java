package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessMeterTests {

    private final long self = ProcessHandle.current().pid();

    @Test
    void readsWhatThisProcessHolds() {
        assertThat(ProcessMeter.residentMegabytes(self)).isBetween(20L, 4_000L);
    }

    @Test
    void countsWhatThisProcessComputes() {
        Duration before = ProcessMeter.processorTime(self);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + Duration.ofMillis(100).toNanos();
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(ProcessMeter.processorTime(self).minus(before)).isGreaterThan(Duration.ofMillis(20));
    }

    @Test
    void saysThatAProcessIsNotThere() {
        long nobody = Long.MAX_VALUE;
        assertThatThrownBy(() -> ProcessMeter.residentMegabytes(nobody)).isInstanceOf(ServerFailedException.class);
        assertThatThrownBy(() -> ProcessMeter.processorTime(nobody)).isInstanceOf(ServerFailedException.class);
    }
}
