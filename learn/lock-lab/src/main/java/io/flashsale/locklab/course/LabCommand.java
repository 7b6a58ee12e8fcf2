package io.flashsale.locklab.course;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A lock lab command in a chapter, such as {@code learn/lock-lab/cases run A6/crowd}.
 *
 * @param compares whether one crowd is run on several schemes, rather than the scenarios of one
 * @param subjects cases, or scenarios of them
 * @param sizes of the crowd, as far as the command states them: stock, buyers, processes
 */
record LabCommand(boolean compares, List<String> subjects, Map<String, Integer> sizes) {

    private static final Pattern COMMAND =
            Pattern.compile("(?:\\$ )?learn/lock-lab/cases (run|compare) ([A-E]\\d[\\w/,-]*)((?: --.*)?)");
    private static final Pattern SIZE = Pattern.compile(" --(stock|buyers|processes)[ =](\\d{1,6})(?= |$)");

    /** Parses the first line of a code block, or inline code. */
    static Optional<LabCommand> in(String code) {
        Matcher command = COMMAND.matcher(code.lines().findFirst().orElse(""));
        return command.matches()
                ? Optional.of(new LabCommand(
                        command.group(1).equals("compare"),
                        List.of(command.group(2).split(",", -1)),
                        sizesIn(command.group(3))))
                : Optional.empty();
    }

    private static Map<String, Integer> sizesIn(String options) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        SIZE.matcher(options).results().forEach(size -> sizes.put(size.group(1), Integer.valueOf(size.group(2))));
        return sizes;
    }
}
