package io.flashsale.benchmark;

import static java.util.stream.Collectors.toMap;

import io.flashsale.benchmark.report.Effort;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ProcessMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts the processor time of each process and of the whole machine during a load. Linux only. */
record Meter(Supplier<List<ManagedProcess>> processes) {

    /** The unit of /proc/stat: a hundredth of a second. */
    private static final double MICROS_A_TICK = 10_000;

    /** Runs the load and measures it. */
    <T> Metered<T> metered(Supplier<T> load) {
        Counters before = read();
        T came = load.get();
        return new Metered<>(came, before, read());
    }

    /** The outcome of a load, with the counters before and after it. */
    record Metered<T>(T outcome, Counters before, Counters after) {

        Effort effort(double answers, double perSecond) {
            Map<String, Double> micros = after.byProcess().entrySet().stream()
                    .collect(toMap(
                            Map.Entry::getKey,
                            process -> (process.getValue() - before.byProcess().getOrDefault(process.getKey(), 0.0))
                                    / answers));
            double ofSystem = micros.values().stream().mapToDouble(it -> it).sum();
            double busy = after.busy() - before.busy();
            double idle = after.idle() - before.idle();
            double others = Math.max(0, busy / answers - ofSystem);
            return new Effort(answers, perSecond, micros, others, idle / (busy + idle));
        }
    }

    /** All counters at one moment, in microseconds. */
    record Counters(Map<String, Double> byProcess, double busy, double idle) {}

    private Counters read() {
        Map<String, Double> byProcess = processes.get().stream()
                .collect(toMap(
                        ManagedProcess::name,
                        process -> ProcessMeter.processorTime(process.pid()).toNanos() / 1e3));
        // user nice system idle iowait irq softirq; later columns are included in these, or not ours.
        long[] ticks = machine();
        double busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
        double idle = ticks[3] + ticks[4];
        return new Counters(byProcess, busy * MICROS_A_TICK, idle * MICROS_A_TICK);
    }

    private static long[] machine() {
        try {
            String first = Files.readAllLines(Path.of("/proc/stat")).getFirst();
            return List.of(first.split("\\s+")).stream()
                    .skip(1)
                    .mapToLong(Long::parseLong)
                    .toArray();
        } catch (IOException notLinux) {
            throw new BenchFailedException("the machine does not say what its processors did", notLinux);
        }
    }
}
