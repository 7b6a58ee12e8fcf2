package io.flashsale.simulation.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A change of one script that makes it wrong: a guard or a write less.
 *
 * @param line number of its first line in the file
 */
record ScriptChange(String file, int line, String before, String after, String text) {

    private static final Pattern CONDITION = Pattern.compile("(?s)\\b(?:else)?if ((?:(?!\\bthen\\b).)+?)\\s+then\\b");
    private static final Pattern OPERATOR = Pattern.compile("\\s+(?:and|or)\\s+");
    private static final Pattern CALL = Pattern.compile("(?m)^ *(redis\\.p?call\\()");

    private static ScriptChange at(String file, int begin, int end, String after) {
        String all = Scripts.FILES.getOrDefault(file, "");
        int line =
                1 + (int) all.substring(0, begin).chars().filter(c -> c == '\n').count();
        return new ScriptChange(
                file, line, all.substring(begin, end), after, all.substring(0, begin) + after + all.substring(end));
    }

    /** A change of a guard that is no condition of its own. The file must have it once. */
    static ScriptChange of(String file, String before, String after) {
        String all = Scripts.FILES.getOrDefault(file, "");
        int begin = all.indexOf(before);
        if (begin < 0 || all.indexOf(before, begin + 1) >= 0) {
            throw new IllegalArgumentException(file + ".lua does not have once: " + before);
        }
        return at(file, begin, begin + before.length(), after);
    }

    /** Each condition of each script, replaced by one that never holds, or that always does. */
    static Stream<ScriptChange> conditionsReplacedBy(boolean holds) {
        return all((file, changes) -> {
            Matcher condition = CONDITION.matcher(code(file));
            while (condition.find()) {
                changes.add(at(file, condition.start(1), condition.end(1), Boolean.toString(holds)));
            }
        });
    }

    /** Each operand of each condition that has several, left out. */
    static Stream<ScriptChange> conditionsWithoutAnOperand() {
        return all((file, changes) -> {
            Matcher condition = CONDITION.matcher(code(file));
            while (condition.find()) {
                int offset = condition.start(1);
                List<int[]> operators = operators(condition.group(1));
                int begin = 0;
                for (int[] operator : operators) {
                    changes.add(at(file, offset + begin, offset + operator[1], ""));
                    begin = operator[1];
                }
                if (!operators.isEmpty()) {
                    changes.add(at(file, offset + operators.getLast()[0], condition.end(1), ""));
                }
            }
        });
    }

    /** Where the operators outside of parentheses begin and end. */
    private static List<int[]> operators(String condition) {
        List<int[]> operators = new ArrayList<>();
        Matcher operator = OPERATOR.matcher(condition);
        while (operator.find()) {
            String left = condition.substring(0, operator.start());
            if (left.chars().filter(c -> c == '(').count()
                    == left.chars().filter(c -> c == ')').count()) {
                operators.add(new int[] {operator.start(), operator.end()});
            }
        }
        return operators;
    }

    /** Each call of Redis whose answer is not used, left out. */
    static Stream<ScriptChange> missingWrites() {
        return all((file, changes) -> {
            String code = code(file);
            Matcher call = CALL.matcher(code);
            while (call.find()) {
                changes.add(at(file, call.start(1), closing(code, call.end(1)), ""));
            }
        });
    }

    /** The place after the parenthesis that closes one which was opened before. */
    private static int closing(String code, int begin) {
        int open = 1;
        int at = begin;
        for (; open > 0; at++) {
            open += code.charAt(at) == '(' ? 1 : code.charAt(at) == ')' ? -1 : 0;
        }
        return at;
    }

    private static Stream<ScriptChange> all(BiConsumer<String, List<ScriptChange>> search) {
        List<ScriptChange> changes = new ArrayList<>();
        Scripts.FILES.keySet().forEach(file -> search.accept(file, changes));
        return changes.stream();
    }

    /** The file with blanks in place of its comments, so that places stay the same. */
    private static String code(String file) {
        return Pattern.compile("--[^\\n]*")
                .matcher(Scripts.FILES.getOrDefault(file, ""))
                .replaceAll(comment -> " ".repeat(comment.group().length()));
    }

    /** The change without the number of its line, which moves. */
    String name() {
        return file + ": " + before.strip().replaceAll("\\s+", " ") + " → " + (after.isEmpty() ? "nothing" : after);
    }

    @Override
    public String toString() {
        return name() + " (line " + line + ")";
    }
}
