package io.flashsale.devstack.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that one process at a time has locked. A process that dies loses it.
 *
 * <p>The file is for the lock only: a process that opens and closes it elsewhere releases its lock (fcntl). It does
 * not exclude threads of one JVM.
 */
public final class LockFile implements AutoCloseable {

    private final FileChannel channel;

    private LockFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Waits until no other process has the lock. Makes the file if it is missing, but not its directory. */
    public static LockFile lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.lock();
            return new LockFile(channel);
        } catch (IOException | RuntimeException notLocked) {
            channel.close();
            throw notLocked;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close(); // and releases the lock
    }
}
