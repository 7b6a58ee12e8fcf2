package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A copy of all files of a server at one moment, as a snapshot of its volume is: the server stands still meanwhile.
 *
 * @param time when it was made
 */
record Backup(ManagedProcess server, Path copy, Instant time) {

    static Backup of(ManagedProcess server) {
        Path copy = server.data().resolveSibling(server.name() + "-backup");
        server.pause();
        try {
            copy(server.data(), copy);
            return new Backup(server, copy, Instant.now());
        } finally {
            server.resume();
        }
    }

    /** The server loses what it has, and starts again with the copy. */
    void restore() {
        Path data = server.data();
        server.kill();
        Binaries.deleteTree(data);
        copy(copy, data);
        server.start();
    }

    private static void copy(Path from, Path to) {
        try {
            Process copying = new ProcessBuilder("cp", "-a", from.toString(), to.toString())
                    .inheritIO()
                    .start();
            assertThat(copying.waitFor()).isZero();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }
}
