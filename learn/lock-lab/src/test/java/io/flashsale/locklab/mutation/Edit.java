package io.flashsale.locklab.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change to a source file. The changed class is compiled and placed before the original for the workers of a run.
 *
 * @param file below the package {@code io.flashsale.locklab}, or below {@code lua} for a script
 * @param from the present text, which must occur once
 * @param to the new text
 */
record Edit(String file, String from, String to) {

    private static final Path SOURCES = Path.of("src/main/java/io/flashsale/locklab");
    private static final Path SCRIPTS = Path.of("src/main/resources/lua");

    private static final Pattern LINE = Pattern.compile("(\\S+): (.*) =>(.*)", Pattern.DOTALL);

    /** Reads {@code file: from => to}, with escapes as in a string. */
    static Edit parse(String line) {
        Matcher edit = LINE.matcher(line.translateEscapes());
        assertThat(edit.matches()).as(line).isTrue();
        return new Edit(edit.group(1), edit.group(2), edit.group(3).strip());
    }

    boolean isScript() {
        return file.endsWith(".lua");
    }

    /** The unchanged text of the file. */
    String original() {
        try {
            return Files.readString((isScript() ? SCRIPTS : SOURCES).resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text with the change. */
    String applyTo(String text) {
        assertThat(text.split(Pattern.quote(from), -1))
                .as("'%s' is in %s once", from, file)
                .hasSize(2);
        return text.replace(from, to);
    }

    /** The path under which the class or the script is looked up. */
    String target() {
        return isScript() ? "lua/" + file : "io/flashsale/locklab/" + file;
    }
}
