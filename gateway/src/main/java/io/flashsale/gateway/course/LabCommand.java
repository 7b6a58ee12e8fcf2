package io.flashsale.gateway.course;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of the lock lab that a chapter names: {@code lock-lab/cases run A6/crowd}.
 *
 * @param compares whether the same crowd goes at several schemes, rather than the scenarios of one
 * @param subjects cases, or scenarios of them
 */
record LabCommand(boolean compares, List<String> subjects) {

    private static final Pattern COMMAND =
            Pattern.compile("(?:\\$ )?lock-lab/cases (run|compare) ([A-E]\\d[\\w/,-]*)(?: --.*)?");

    /** Of the first line of a code block, or of code in a sentence. */
    static Optional<LabCommand> in(String code) {
        Matcher command = COMMAND.matcher(code.lines().findFirst().orElse(""));
        return command.matches()
                ? Optional.of(new LabCommand(
                        command.group(1).equals("compare"),
                        List.of(command.group(2).split(",", -1))))
                : Optional.empty();
    }
}
