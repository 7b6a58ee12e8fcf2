package io.flashsale.controlroom.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One reading of a service's meters: the samples of a page in Prometheus' text format 0.0.4. Skips comments and
 * lines that it cannot parse.
 */
final class ScrapedMeters {

    private record Sample(Map<String, String> labels, double value) {}

    private final Map<String, List<Sample>> byName = new HashMap<>();

    private ScrapedMeters() {}

    /** @param wanted names to keep; a service shows hundreds */
    static ScrapedMeters parse(String page, Set<String> wanted) {
        ScrapedMeters meters = new ScrapedMeters();
        page.lines()
                .filter(line -> !line.startsWith("#") && wanted.contains(nameOf(line)))
                .forEach(meters::add);
        return meters;
    }

    private static String nameOf(String line) {
        int end = 0;
        while (end < line.length() && line.charAt(end) != '{' && line.charAt(end) != ' ') {
            end++;
        }
        return line.substring(0, end);
    }

    private void add(String line) {
        String name = nameOf(line);
        Map<String, String> labels = new HashMap<>();
        int at = name.length();
        if (at < line.length() && line.charAt(at) == '{') {
            at = readLabels(line, at + 1, labels);
        }
        if (at < 0) {
            return;
        }
        String[] valueAndTime = line.substring(at).strip().split(" ", 2);
        try {
            double value = Double.parseDouble(valueAndTime[0]);
            if (!Double.isFinite(value)) {
                return;
            }
            byName.computeIfAbsent(name, ignored -> new ArrayList<>()).add(new Sample(labels, value));
        } catch (NumberFormatException notANumber) {
            // skipped, like everything that cannot be parsed
        }
    }

    /** Reads {@code name="value",…}} from {@code at} on. Returns where the sample's value begins, or -1. */
    private static int readLabels(String line, int at, Map<String, String> into) {
        int here = at;
        while (here < line.length() && line.charAt(here) != '}') {
            int equals = line.indexOf("=\"", here);
            if (equals < 0) {
                return -1;
            }
            String name = line.substring(here, equals).strip();
            StringBuilder value = new StringBuilder();
            here = equals + 2;
            for (; here < line.length() && line.charAt(here) != '"'; here++) {
                boolean escaped = line.charAt(here) == '\\' && here + 1 < line.length();
                value.append(escaped ? unescaped(line.charAt(++here)) : line.charAt(here));
            }
            into.put(name, value.toString());
            here++;
            if (here < line.length() && line.charAt(here) == ',') {
                here++;
            }
        }
        return here < line.length() ? here + 1 : -1;
    }

    private static char unescaped(char letter) {
        return letter == 'n' ? '\n' : letter;
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
