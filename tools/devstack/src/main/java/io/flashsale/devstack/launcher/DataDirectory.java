package io.flashsale.devstack.launcher;

import io.flashsale.devstack.launcher.seed.DemoFailedException;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The directory with a demo's data. */
record DataDirectory(Path path) {

    /** Marks a directory as a demo's, so that it may be deleted. */
    private static final String MARKER = "flash-sale-demo";

    /** @throws DemoFailedException if a demo runs here, or the directory holds other files */
    ProcessDirectory open() {
        try {
            if (Files.exists(path) && !Files.exists(path.resolve(MARKER)) && !isEmpty()) {
                throw new DemoFailedException(path + " holds something else: choose another directory with --data=DIR");
            }
            Files.createDirectories(path);
            ProcessDirectory home = new ProcessDirectory(path);
            Files.writeString(path.resolve(MARKER), "Data of the flash-sale demo; delete it as you like.\n");
            home.owner()
                    .filter(owner -> !owner.equals(ProcessIdentity.current()))
                    .ifPresent(owner -> {
                        throw new DemoFailedException(
                                "The demo is running already, as process " + owner.pid() + ", with " + path
                                        + ". Stop it, or choose another directory with --data=DIR and another --port.");
                    });
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends leftover processes of a killed demo and deletes all data. */
    ProcessDirectory openFresh() {
        open().endLeftovers();
        delete();
        return open();
    }

    void delete() {
        Binaries.deleteTree(path);
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isEmpty();
        }
    }
}
