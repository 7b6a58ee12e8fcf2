package io.flashsale.loadtest.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The templates of our report pages. Unknown names are errors, also in sections, and all values are escaped. */
public final class PageTemplate {

    private PageTemplate() {}

    /**
     * Loads a template from the folder of a class. It may include files from there or from the folder of this
     * class: {@code verdict.css} and {@code chart.mustache}.
     */
    public static Template load(Class<?> beside, String name) {
        return Mustache.compiler()
                .strictSections(true)
                .emptyStringIsFalse(true)
                .withFormatter(PageTemplate::format)
                // All attributes are in quotes, so nothing else needs escaping and the rest stays readable.
                .withEscaper(Escapers.simple(
                        new String[][] {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}
                        }))
                .withLoader(included -> resource(beside, included))
                .loadTemplate(name);
    }

    private static Reader resource(Class<?> beside, String name) {
        InputStream own = beside.getResourceAsStream(name);
        InputStream in = own == null ? PageTemplate.class.getResourceAsStream(name) : own;
        if (in == null) {
            throw new IllegalStateException(name + " is missing: build the module with Maven.");
        }
        return new InputStreamReader(in, StandardCharsets.UTF_8);
    }

    /** Formats counts in groups of three digits, and coordinates and shares with one decimal. */
    private static String format(Object value) {
        return switch (value) {
            case Integer count -> String.format(Locale.ROOT, "%,d", count);
            case Long count -> String.format(Locale.ROOT, "%,d", count);
            case Double coordinate -> String.format(Locale.ROOT, "%.1f", coordinate);
            default -> value.toString();
        };
    }
}
