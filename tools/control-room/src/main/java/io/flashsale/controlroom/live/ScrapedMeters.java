package io.flashsale.controlroom.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One reading of a service's meters: the samples of a page in Prometheus' text format 0.0.4. Skips comments and
 * lines that it cannot parse.
 */
final class ScrapedMeters {

    private record Sample(Map<String, String> labels, double value) {}

    private static final String ONE_LABEL = "(\\w+)=\"((?:[^\"\\\\]++|\\\\[\"\\\\n])*+)\",?";
    private static final Pattern LABEL = Pattern.compile(ONE_LABEL);

    /** Name, labels and value of a sample; its time may follow. */
    private static final Pattern SAMPLE = Pattern.compile("(?<name>[\\w:]+)(?:\\{(?<labels>(?:" + ONE_LABEL
            + ")*+)\\})? (?<value>[-+]?[0-9]*\\.?[0-9]+(?:[eE][-+]?[0-9]+)?)(?: .*)?");

    private final Map<String, List<Sample>> byName = new HashMap<>();

    private ScrapedMeters() {}

    /** @param wanted names to keep; a service shows hundreds */
    static ScrapedMeters parse(String page, Set<String> wanted) {
        ScrapedMeters meters = new ScrapedMeters();
        page.lines()
                .map(SAMPLE::matcher)
                .filter(sample -> sample.matches() && wanted.contains(sample.group("name")))
                .forEach(meters::add);
        return meters;
    }

    private void add(Matcher sample) {
        Map<String, String> labels = new HashMap<>();
        LABEL.matcher(Objects.requireNonNullElse(sample.group("labels"), ""))
                .results()
                .forEach(label -> labels.put(label.group(1), label.group(2).translateEscapes()));
        byName.computeIfAbsent(sample.group("name"), ignored -> new ArrayList<>())
                .add(new Sample(labels, Double.parseDouble(sample.group("value"))));
    }

    /** The sum over all samples of the name with the label's value; 0 if there is none yet. */
    long count(String name, String label, String value) {
        return (long) byName.getOrDefault(name, List.of()).stream()
                .filter(sample -> value.equals(sample.labels().get(label)))
                .mapToDouble(Sample::value)
                .sum();
    }

    /** The sum over all samples of the name; 0 if there is none yet. */
    long count(String name) {
        return (long) byName.getOrDefault(name, List.of()).stream()
                .mapToDouble(Sample::value)
                .sum();
    }
}
