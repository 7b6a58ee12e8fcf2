package io.flashsale.locklab.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.scenario.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Removes a lock or its equivalent.
 *
 * @param name what is wrong now
 * @param edits how
 * @param broken the scenarios that hold without the mutation, such as {@code A3/crowd}, and the failure by which each
 *     must fail with it
 */
record Mutation(String name, List<Edit> edits, Map<String, Failure> broken) {

    private static final String EDITS = " =>";

    /** Reads a name, its edits as {@code file: from => to}, and lines of {@code failure: scenarios}; then the next one. */
    static List<Mutation> table(String text) {
        return Stream.of(text.split("\n(?=\\S)")).map(Mutation::parse).toList();
    }

    private static Mutation parse(String text) {
        List<String> lines = text.lines().map(String::strip).toList();
        Map<String, Failure> broken = new LinkedHashMap<>();
        lines.stream().skip(1).filter(line -> !line.contains(EDITS)).forEach(line -> {
            String[] words = line.split(":? +");
            Failure failure = Failure.valueOf(words[0].replace('-', '_').toUpperCase(Locale.ROOT));
            Stream.of(words).skip(1).forEach(scenario -> broken.put(scenario, failure));
        });
        return new Mutation(
                lines.getFirst(),
                lines.stream()
                        .skip(1)
                        .filter(line -> line.contains(EDITS))
                        .map(Edit::parse)
                        .toList(),
                broken);
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * A change to a source file. The changed class is compiled and placed before the original for the workers of a run.
     *
     * @param file below the package {@code io.flashsale.locklab}, or below {@code lua} for a script
     * @param from the present text, which must occur once
     * @param to the new text
     */
    record Edit(String file, String from, String to) {

        private static final Pattern LINE = Pattern.compile("(\\S+): (.*) =>(.*)", Pattern.DOTALL);

        /** Reads {@code file: from => to}, with escapes as in a string. */
        private static Edit parse(String line) {
            Matcher edit = LINE.matcher(line.translateEscapes());
            assertThat(edit.matches()).as(line).isTrue();
            return new Edit(edit.group(1), edit.group(2), edit.group(3).strip());
        }

        /** The path under which the class or the script is looked up. */
        String target() {
            return file.endsWith(".lua") ? "lua/" + file : "io/flashsale/locklab/" + file;
        }

        /** The unchanged text of the file. */
        String original() throws IOException {
            Path sources = Path.of(file.endsWith(".lua") ? "src/main/resources" : "src/main/java");
            return Files.readString(sources.resolve(target()));
        }

        /** Returns the text with the change. */
        String applyTo(String text) {
            assertThat(text.split(Pattern.quote(from), -1))
                    .as("'%s' is in %s once", from, file)
                    .hasSize(2);
            return text.replace(from, to);
        }
    }
}
