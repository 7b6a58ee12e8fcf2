package io.flashsale.system.source;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A word that is not said here any more.
 *
 * @param where not: as part of a name, as the name of a type, as the first part of a longer name, or in any text
 * @param instead what is said
 */
record UnwantedWord(String word, String where, String instead) {

    /** A part of a camel-case, snake-case or kebab-case name. */
    private static final Pattern PART = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");

    /** Of the names that were asked about: each is asked about for each word, and stands in many files. */
    private static final Map<String, List<String>> PARTS = new ConcurrentHashMap<>();

    boolean isTheNameOrPartOfIt(String name) {
        List<String> parts = parts(name);
        return switch (where) {
            case "name" -> Collections.indexOfSubList(parts, parts(word)) >= 0;
            case "first" -> parts.size() > 1 && parts.getFirst().equals(word);
            case "type" -> name.equals(word);
            case "text" -> false;
            default -> throw new IllegalArgumentException("neither name, first, type nor text: " + where);
        };
    }

    boolean isSaidIn(String text) {
        return where.equals("text")
                && text.contains(word)
                && asWords().matcher(text).find();
    }

    /** In Chinese nothing says where a word ends. */
    private Pattern asWords() {
        String quoted = Pattern.quote(word);
        return Pattern.compile(word.matches("\\p{ASCII}+") ? "\\b" + quoted + "\\b" : quoted);
    }

    private static List<String> parts(String name) {
        return PARTS.computeIfAbsent(name, UnwantedWord::partsOf);
    }

    private static List<String> partsOf(String name) {
        return PART.matcher(name)
                .results()
                .map(MatchResult::group)
                .map(part -> part.toLowerCase(Locale.ROOT))
                .toList();
    }

    @Override
    public String toString() {
        return "\"" + word + "\" (" + where + "), which is called " + instead;
    }
}
