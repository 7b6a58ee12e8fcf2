package io.flashsale.devstack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The memory that new processes may take without swapping: of the machine, and within the limits of a container. */
public final class FreeMemory {

    private static final long MEGABYTE = 1024 * 1024;

    private FreeMemory() {}

    /** On a system that does not say, there is enough. */
    public static long megabytes() throws IOException {
        return megabytes(Path.of("/"));
    }

    /** @param root of the file system */
    static long megabytes(Path root) throws IOException {
        long least = number(root.resolve("proc/meminfo"), "MemAvailable:", Long.MAX_VALUE / 1024) * 1024;
        Path groups = root.resolve("proc/self/cgroup");
        if (Files.isReadable(groups)) {
            for (String line : Files.readAllLines(groups)) {
                String[] parts = line.split(":", 3); // number, controllers, path; version 2 names no controllers
                if (parts.length == 3 && parts[1].isEmpty()) {
                    Path top = root.resolve("sys/fs/cgroup");
                    least = Math.min(least, inGroups(top, parts[2], "memory.max", "memory.current", "inactive_file"));
                } else if (parts.length == 3 && parts[1].equals("memory")) {
                    Path top = root.resolve("sys/fs/cgroup/memory");
                    least = Math.min(
                            least,
                            inGroups(
                                    top,
                                    parts[2],
                                    "memory.limit_in_bytes",
                                    "memory.usage_in_bytes",
                                    "total_inactive_file"));
                }
            }
        }
        return least / MEGABYTE;
    }

    /** What the group and those around it leave, in bytes. Files that were not read lately make room. */
    private static long inGroups(Path top, String path, String limit, String usage, String cache) throws IOException {
        long least = Long.MAX_VALUE;
        Path group = top.resolve(path.substring(1)).normalize();
        while (group != null && group.startsWith(top)) {
            long most = number(group.resolve(limit), "", Long.MAX_VALUE);
            if (most != Long.MAX_VALUE) {
                long used = number(group.resolve(usage), "", 0) - number(group.resolve("memory.stat"), cache + " ", 0);
                least = Math.min(least, Math.max(0, most - used));
            }
            group = group.getParent();
        }
        return least;
    }

    /** The number in the line that begins so; the other value if there is none, as where the limit is "max". */
    private static long number(Path file, String begin, long otherwise) throws IOException {
        if (!Files.isReadable(file)) {
            return otherwise;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(begin))
                    .map(line -> line.substring(begin.length()).replaceAll("\\D", ""))
                    .filter(digits -> !digits.isEmpty())
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(otherwise);
        }
    }
}
