package io.flashsale.system.source;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a file, and the names in it: every word of code, and of sentences, in comments, strings and documents, those that
 * cannot be but names.
 */
record Words(String text, Set<String> names) {

    private static final String DOUBLE_QUOTED = "\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\"";
    private static final String SINGLE_QUOTED = DOUBLE_QUOTED.replace('"', '\'');
    private static final String BACK_QUOTED = "`[^`\\\\]*+(?:\\\\.[^`\\\\]*+)*+`";
    private static final String QUOTED = DOUBLE_QUOTED + "|" + SINGLE_QUOTED;
    private static final String COMMENT = "//[^\\n]*|(?s:/\\*.*?\\*/)";

    private static final Pattern IN_JAVA = Pattern.compile("(?s:\"\"\".*?\"\"\")|" + QUOTED + "|" + COMMENT);
    private static final Pattern IN_JAVASCRIPT = Pattern.compile(QUOTED + "|" + BACK_QUOTED + "|" + COMMENT);
    private static final Pattern IN_SQL_AND_LUA = Pattern.compile(QUOTED + "|--[^\\n]*");
    private static final Pattern IN_STYLES = Pattern.compile(COMMENT);
    private static final Pattern NONE = Pattern.compile("(?!)");

    private static final Pattern CODE_IN_A_DOCUMENT = Pattern.compile("(?ms:^```.*?^```)|`[^`\\n]+`|\\]\\([^)\\n]+\\)");

    private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w-]*");
    private static final Pattern COMPOUND = Pattern.compile("[A-Za-z]\\w*(?:[a-z][A-Z]|\\w_\\w)\\w*");

    static Words of(String file, String text) {
        Set<String> names = new HashSet<>();
        String type = file.substring(file.lastIndexOf('.') + 1);
        if (type.equals("md")) {
            add(NAME, String.join("\n", all(CODE_IN_A_DOCUMENT, text)), names);
            add(COMPOUND, text, names);
            return new Words(text, names);
        }
        Pattern sentences = switch (type) {
            case "java" -> IN_JAVA;
            case "js" -> IN_JAVASCRIPT;
            case "lua", "sql" -> IN_SQL_AND_LUA;
            case "css" -> IN_STYLES;
            default -> NONE;
        };
        add(NAME, sentences.matcher(text).replaceAll(" "), names);
        for (String sentence : all(sentences, text)) {
            boolean isAName = !sentence.matches("(?s)(//|/\\*|--).*|.*\\s.*");
            add(isAName ? NAME : COMPOUND, sentence, names);
        }
        return new Words(text, names);
    }

    private static Set<String> all(Pattern pattern, String text) {
        Set<String> found = new HashSet<>();
        add(pattern, text, found);
        return found;
    }

    private static void add(Pattern pattern, String text, Set<String> found) {
        Matcher matcher = pattern.matcher(text);
        matcher.results().map(MatchResult::group).forEach(found::add);
    }

    boolean have(UnwantedWord word) {
        return word.isSaidIn(text) || names.stream().anyMatch(word::isTheNameOrPartOfIt);
    }
}
