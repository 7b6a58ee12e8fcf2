package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeMemoryTests {

    private static final long GIGABYTE = 1024L * 1024 * 1024;

    @TempDir
    private Path root;

    @BeforeEach
    void aMachineWith8Gigabytes() throws IOException {
        write("proc/meminfo", "MemTotal: 16777216 kB\nMemAvailable:  8388608 kB\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void isThatOfTheMachineWithoutALimit() throws Exception {
        write("proc/self/cgroup", "0::/user.slice\n");
        write("sys/fs/cgroup/user.slice/memory.max", "max\n");

        assertThat(FreeMemory.megabytes(root)).isEqualTo(8 * 1024);
    }

    @Test
    void endsAtTheLimitOfAGroupAround() throws Exception {
        write("proc/self/cgroup", "0::/pod/container\n");
        write("sys/fs/cgroup/pod/container/memory.max", "max\n");
        write("sys/fs/cgroup/pod/memory.max", 4 * GIGABYTE + "\n");
        write("sys/fs/cgroup/pod/memory.current", 3 * GIGABYTE + "\n");
        write("sys/fs/cgroup/pod/memory.stat", "anon 1\ninactive_file " + GIGABYTE + "\n");

        assertThat(FreeMemory.megabytes(root)).isEqualTo(2 * 1024);
    }

    @Test
    void endsAtTheLimitOfVersion1() throws Exception {
        write("proc/self/cgroup", "9:name=systemd:/\n5:memory:/\n0::/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", 2 * GIGABYTE + "\n");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", GIGABYTE + "\n");
        write("sys/fs/cgroup/memory/memory.stat", "inactive_file 7\ntotal_inactive_file 0\n");

        assertThat(FreeMemory.megabytes(root)).isEqualTo(1024);
    }

    @Test
    void isEnoughIfTheSystemDoesNotSay() throws Exception {
        Files.delete(root.resolve("proc/meminfo"));

        assertThat(FreeMemory.megabytes(root)).isGreaterThan(1_000_000);
    }
}
