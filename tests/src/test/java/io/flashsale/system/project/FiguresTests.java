package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Figures in documents equal those in their sources.
 *
 * <p>A figure with a source is a link to it, and the title of the link names the place:
 * {@code [500 ms](gateway/…/application.yaml "flashsale.gateway…connect-timeout")}. A source is
 *
 * <ul>
 *   <li>a YAML file, by the name of the property;
 *   <li>a Java file, by the name of a constant, of a method that has the figure as its argument, of the string in
 *       front of it, or of a record's component with a {@code @DefaultValue};
 *   <li>a script in JavaScript or Lua, by the name of a constant;
 *   <li>a Markdown file, by the name of a row of one of its tables.
 * </ul>
 */
class FiguresTests {

    private static final String NUMBER = "\\d[\\d,_]*(?:\\.\\d+)?";

    /** A duration's unit and number, or a number, or a text with a number. */
    private static final String LITERAL =
            "(?:(?:new ConstantDelay\\()?Duration\\.of(\\w+)\\(([\\d_]+)\\)|\"?(\\$\\{[^}]*}|[\\d_]+\\w*)\"?)";

    /** A number with its kind; times are in milliseconds, sizes in bytes. */
    private record Figure(BigDecimal value, String kind) {

        /** Parses a figure; empty if the text is none. */
        static Optional<Figure> of(String text) {
            Matcher written = Pattern.compile("(" + NUMBER + ")\\s*([a-zA-Z]*)").matcher(text.strip());
            if (!written.matches()) {
                return Optional.empty();
            }
            BigDecimal number = new BigDecimal(written.group(1).replaceAll("[,_]", ""));
            return switch (written.group(2).toLowerCase(Locale.ROOT)) {
                case "" -> times(1, number, "");
                case "ms", "millis" -> times(1, number, "time");
                case "s", "seconds" -> times(1_000, number, "time");
                case "m", "min", "minutes" -> times(60_000, number, "time");
                case "h", "hours" -> times(3_600_000, number, "time");
                case "d", "days" -> times(86_400_000, number, "time");
                case "kb" -> times(1_024, number, "memory");
                case "mb" -> times(1_048_576, number, "memory");
                default -> Optional.empty();
            };
        }

        private static Optional<Figure> times(int factor, BigDecimal number, String kind) {
            return Optional.of(new Figure(number.multiply(BigDecimal.valueOf(factor)), kind));
        }

        /** Whether both are equal. A bare number in a source takes the unit of the document. */
        boolean isThatOf(Figure source) {
            return value.compareTo(source.value) == 0 && (kind.equals(source.kind) || source.kind.isEmpty());
        }
    }

    private static String valueOf(Path file, String name) {
        String source = read(file);
        String kind = file.toString().replaceAll(".*\\.", "");
        return switch (kind) {
            case "yaml" -> ComposeTests.settingsIn(file).getOrDefault(name, "");
            case "java", "js", "lua" -> inCode(source, name);
            case "md" -> inTable(source, name);
            default -> "";
        };
    }

    /**
     * Finds the value of a name in source code.
     *
     * <p>The value is assigned to the name, is the argument of the method, or follows the name as a string in
     * an argument list. Otherwise it is the default of the record's component.
     */
    private static String inCode(String source, String name) {
        String quoted = Pattern.quote(name);
        return all("(?<!\\w)\"?" + quoted + "\"?\\s*[=(,:]\\s*" + LITERAL, source)
                .findFirst()
                .or(() -> all(
                                "@DefaultValue\\(" + LITERAL + "\\)\\s+(?:@\\w+(?:\\([^)]*\\))?\\s+)*[\\w.<>]+\\s+"
                                        + quoted + "\\b",
                                source)
                        .findFirst())
                .map(found -> found.group(3) == null ? found.group(2) + " " + found.group(1) : found.group(3))
                .map(value -> value.replaceAll("\\$\\{[\\w.-]+:(.*)}", "$1"))
                .orElse("");
    }

    /** The value in the row "| … | name | value | …" or "| name | value | …". */
    private static String inTable(String source, String name) {
        String row = "(?m)^\\|(?: [^|\\n]* \\|)? " + Pattern.quote(name) + " \\| (" + NUMBER + "(?: (?:ms|s|MB))?)\\b";
        return all(row, source).map(found -> found.group(1)).findFirst().orElse("");
    }

    private static boolean isThatOfItsSource(MarkdownDocument document, MarkdownDocument.Link link) {
        Path file = document.resolve(link.target());
        return Files.isRegularFile(file) && areEqual(Figure.of(link.text()), Figure.of(valueOf(file, link.title())));
    }

    private static boolean areEqual(Optional<Figure> written, Optional<Figure> source) {
        return written.isPresent() && source.isPresent() && written.get().isThatOf(source.get());
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.system.project.MarkdownDocument#documents")
    void areThoseOfTheirSources(MarkdownDocument document) {
        assertThat(document.links()
                        .filter(link -> !link.title().isEmpty())
                        .filter(link -> !isThatOfItsSource(document, link))
                        .map(link ->
                                "[%s] is '%s'".formatted(link, valueOf(document.resolve(link.target()), link.title()))))
                .as("wrong figures of %s", document)
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "300 ms, spring.data.redis.timeout, true",
        "0.3 s, spring.data.redis.timeout, true",
        "1 s, spring.data.redis.timeout, false",
        "300 KB, spring.data.redis.timeout, false",
        "soon, spring.data.redis.timeout, false",
        "300 ms, spring.data.redis.lateness, false",
        "'2,500', server.tomcat.max-connections, true",
    })
    void wouldNoticeAnother(String text, String property, boolean right) {
        var link = new MarkdownDocument.Link(text, "gateway/src/main/resources/application.yaml", property);
        assertThat(isThatOfItsSource(MarkdownDocument.of("README.md"), link)).isEqualTo(right);
    }

    /** The tables of settings name each default, and the demo's value. */
    @Test
    void areTheDefaultsOfTheSettings() throws IOException {
        List<String> wrong = new ArrayList<>();
        Map<String, String> defaults = settings("application.yaml");
        Map<String, String> demo = settings("application-demo.yaml");
        for (String service : ComposeTests.SERVICES_OF_THE_DEMO) {
            ComposeTests.defaultsOfOurProperties(service)
                    .forEach((property, value) -> defaults.merge(property, value, (yaml, java) -> yaml));
        }
        Stream.of("configuration", "configuration-gateway", "configuration-order-service")
                .map(page -> MarkdownDocument.of("docs/" + page + ".md"))
                .flatMap(page -> page.headings().stream().flatMap(heading -> page.rows(heading.text())))
                .filter(row -> row.getFirst().matches("`flashsale\\.[a-z.-]+`"))
                .forEach(row -> {
                    String property = row.getFirst().replace("`", "");
                    String[] stated = row.get(1).split("; demo: ", 2);
                    if (!says(stated[0], defaults.getOrDefault(property, ""))) {
                        wrong.add(property + " is not " + stated[0]);
                    }
                    if (stated.length > 1 && !says(stated[1], demo.getOrDefault(property, ""))) {
                        wrong.add(property + " in the demo is not " + stated[1]);
                    }
                });
        assertThat(wrong).isEmpty();
    }

    private static Map<String, String> settings(String file) {
        Map<String, String> settings = new TreeMap<>();
        for (String service : ComposeTests.SERVICES_OF_THE_DEMO) {
            Path path = ProjectRoot.module(ROOT, service)
                    .resolve("src/main/resources")
                    .resolve(file);
            if (Files.exists(path)) {
                settings.putAll(ComposeTests.settingsIn(path));
            }
        }
        return settings;
    }

    /**
     * Whether the stated text fits the source. Where the source has neither a figure nor a switch, it must be
     * words, but not these.
     */
    private static boolean says(String stated, String value) {
        Optional<Figure> source = Figure.of(value);
        Optional<Figure> written = Figure.of(stated);
        if (source.isPresent() || written.isPresent()) {
            return areEqual(written, source);
        }
        boolean isSwitch = stated.matches("true|false");
        return isSwitch ? stated.equals(value.isEmpty() ? "false" : value) : !value.matches("true|false");
    }
}
