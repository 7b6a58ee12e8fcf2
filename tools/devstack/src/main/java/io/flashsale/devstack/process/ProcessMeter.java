package io.flashsale.devstack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** Measures the memory and processor time of a process, as the kernel counts them. */
public final class ProcessMeter {

    private ProcessMeter() {}

    /**
     * The resident memory. Memory that processes share counts for each of them.
     *
     * @throws ServerFailedException if there is no such process, or the machine does not tell
     */
    public static long residentMegabytes(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> line.replaceAll("\\D", ""))
                    .mapToLong(Long::parseLong)
                    .map(kilobytes -> kilobytes / 1024)
                    .findFirst()
                    .orElseThrow(() -> unknown(pid));
        } catch (IOException notThere) {
            throw new ServerFailedException("process " + pid + " cannot be asked for its memory", notThere);
        }
    }

    /**
     * The processor time of all threads since the start, in the program and in the kernel, to a hundredth of a
     * second.
     *
     * @throws ServerFailedException if there is no such process, or the machine does not tell
     */
    public static Duration processorTime(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(() -> unknown(pid));
    }

    private static ServerFailedException unknown(long pid) {
        return new ServerFailedException("what process " + pid + " takes is not known");
    }
}
