package io.flashsale.judge.shop;

import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second run away from a shop until it is closed, or its process ends: each run removes the orders of another. */
public record ShopClaim(FileChannel lock) implements AutoCloseable {

    /**
     * @param folder for a small file that stays
     * @throws CannotMeasureException if a run has claimed the shop already
     */
    public static ShopClaim of(String url, Path folder) {
        Path file = folder.resolve(url.replaceAll("[^A-Za-z0-9.]+", "-") + ".lock");
        try {
            Files.createDirectories(folder);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isLocked(channel)) {
                return new ShopClaim(channel);
            }
            channel.close();
        } catch (IOException e) {
            throw new CannotMeasureException(file + " cannot be written: " + e, e);
        }
        throw new CannotMeasureException("Another jmeter/verdict works with " + url
                + ", and each removes the orders of the other: wait for it.");
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException inThisProcess) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            // The end of the process frees it, too.
        }
    }
}
