package io.flashsale.devstack.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Explains a failed start: the last lines of the output, and advice if they show the cause. */
final class ProcessLog {

    private static final int LAST_LINES = 20;
    private static final int MAX_LINE = 400;
    private static final Pattern FRAME = Pattern.compile("^\\s+(at |\\.\\.\\. \\d+ )");
    private static final long LONG_FILE = 20_000_000;

    private final Path file;
    private volatile long begin;

    ProcessLog(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** Marks the beginning of a start. An old failure in the same file is then not taken for the new one. */
    void beginStart() throws IOException {
        if (Files.exists(file) && Files.size(file) > LONG_FILE) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".old"), StandardCopyOption.REPLACE_EXISTING);
        }
        begin = Files.exists(file) ? Files.size(file) : 0;
    }

    ServerFailedException failure(String name, String what, Function<String, Optional<String>> advice) {
        String log = sinceBegin();
        StringBuilder message = new StringBuilder(name).append(' ').append(what).append('.');
        generalAdvice(log)
                .or(() -> advice.apply(log))
                .ifPresent(text -> message.append(' ').append(text));
        message.append("\nThe end of ").append(file).append(":\n");
        // Of a stack trace, its causes fit into few lines, its frames do not.
        List<String> lines =
                log.lines().filter(line -> !FRAME.matcher(line).find()).toList();
        lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())
                .forEach(line -> message.append("  ")
                        .append(line.length() > MAX_LINE ? line.substring(0, MAX_LINE) + " ..." : line)
                        .append('\n'));
        return new ServerFailedException(message.toString());
    }

    private Optional<String> generalAdvice(String log) {
        if (log.contains("No space left on device") || log.contains("Disk is full")) {
            return Optional.of("The disk that holds " + file.getParent() + " is full: make room there.");
        }
        if (log.contains("Address already in use") || log.contains("Port already in use")) {
            return Optional.of("Another process took its port meanwhile: start it again or choose another port.");
        }
        if (log.contains("insufficient memory for the Java Runtime") || log.contains("Cannot allocate memory")) {
            return Optional.of("There is too little free memory: end something else.");
        }
        return Optional.empty();
    }

    private String sinceBegin() {
        try {
            if (!Files.exists(file)) {
                return "(nothing was printed)";
            }
            byte[] all = Files.readAllBytes(file);
            int from = (int) Math.min(begin, all.length);
            return new String(all, from, all.length - from, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(cannot be read: " + e.getMessage() + ")";
        }
    }
}
