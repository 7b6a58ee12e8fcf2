package io.flashsale.devstack.launcher;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the error lines that are appended to a log from now on. */
final class LogTail {

    /** A whole word: matches the level column of a plain line as well as {@code "level":"ERROR"} in a JSON line. */
    private static final Pattern ERROR = Pattern.compile("\\bERROR\\b");

    private static final int MAX_LINE = 300;
    private static final int MAX_BYTES = 1_000_000;

    private final Path file;
    private long position;

    LogTail(Path file) {
        this.file = file;
        this.position = size();
    }

    /** The error lines since the last call; an incomplete line waits for the next call. */
    List<String> newErrors() {
        long size = size();
        if (size < position) {
            // The log was rotated, and a new one begun.
            position = 0;
        }
        if (size == position) {
            return List.of();
        }
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            log.seek(position);
            byte[] bytes = new byte[(int) Math.min(size - position, MAX_BYTES)];
            log.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            int complete = text.lastIndexOf('\n') + 1;
            if (complete == 0 && bytes.length < MAX_BYTES) {
                return List.of();
            }
            String lines = complete == 0 ? text : text.substring(0, complete);
            position += lines.getBytes(StandardCharsets.UTF_8).length;
            return lines.lines()
                    .filter(line -> ERROR.matcher(line).find())
                    .map(line -> line.length() > MAX_LINE ? line.substring(0, MAX_LINE) + " ..." : line)
                    .toList();
        } catch (IOException setAsideMeanwhile) {
            return List.of();
        }
    }

    private long size() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
