package io.flashsale.judge.adapter;

import io.flashsale.loadtest.CannotMeasureException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values for the placeholders <code>${name}</code> of texts. Immutable. */
public record Placeholders(Map<String, String> values) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");

    /** What may become a part of a statement or a command; a shop's answer must not add a command of its own. */
    private static final Pattern HARMLESS = Pattern.compile("[\\p{L}\\p{N}._:@+=/-]{0,4000}");

    public Placeholders {
        values = Map.copyOf(values);
    }

    public Placeholders with(String name, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new Placeholders(more);
    }

    /** @throws CannotMeasureException if a placeholder has no value; it names the text's place */
    public String fill(String text, String place) {
        return replace(text, place, UnaryOperator.identity());
    }

    /** Fills a statement or a command. @throws CannotMeasureException also if a value has spaces, quotes or the like */
    public String fillCommand(String text, String place) {
        return replace(text, place, value -> {
            if (!HARMLESS.matcher(value).matches()) {
                throw new CannotMeasureException(place + ": the value '" + value + "' must not stand in a statement.");
            }
            return value;
        });
    }

    private String replace(String text, String place, UnaryOperator<String> check) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> {
            String value = values.get(found.group(1));
            if (value == null) {
                throw new CannotMeasureException("%s: there is no ${%s}, only %s."
                        .formatted(place, found.group(1), String.join(", ", new TreeMap<>(values).keySet())));
            }
            return Matcher.quoteReplacement(check.apply(value));
        });
    }
}
