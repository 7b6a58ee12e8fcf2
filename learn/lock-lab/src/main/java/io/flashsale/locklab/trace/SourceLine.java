package io.flashsale.locklab.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A line of source code.
 *
 * @param file such as {@code SetNxLock.java}
 * @param text the line without leading and trailing spaces
 */
public record SourceLine(String file, int line, String text) {

    private static final String SOURCES = "/course-files/learn/lock-lab/src/main/java/";
    private static final Map<String, List<String>> FILES = new ConcurrentHashMap<>();

    /** Parses the form {@code io.flashsale.…SetNxLock:27}; null for an empty text. */
    public static @Nullable SourceLine of(String place) {
        int colon = place.lastIndexOf(':');
        if (colon < 0) {
            return null;
        }
        String path = place.substring(0, colon).replace('.', '/') + ".java";
        int line = Integer.parseInt(place, colon + 1, place.length(), 10);
        List<String> lines = FILES.computeIfAbsent(path, SourceLine::read);
        String text = line >= 1 && line <= lines.size() ? lines.get(line - 1).strip() : "";
        return new SourceLine(path.substring(path.lastIndexOf('/') + 1), line, text);
    }

    private static List<String> read(String path) {
        return textOf(path).map(text -> text.lines().toList()).orElse(List.of());
    }

    /** The copy that the build packs of a source such as {@code io/flashsale/…/OwnerLock.java}; empty if there is none. */
    public static Optional<String> textOf(String path) {
        try (InputStream in = SourceLine.class.getResourceAsStream(SOURCES + path)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
