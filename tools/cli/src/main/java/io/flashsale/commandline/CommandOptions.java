package io.flashsale.commandline;

/**
 * The options of a command: a record with one component for each option.
 *
 * <p>{@link CommandProgram} reads picocli's {@code @Option} or {@code @Parameters} on each component. Without a
 * {@code defaultValue}, an option that is not given is null or false, and the operands are an empty list. The
 * record's constructor may complete what is null.
 */
public interface CommandOptions {

    /**
     * Checks the values and whether they go together.
     *
     * @throws UsageException with one line that says what is wrong
     */
    void check();

    default void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new UsageException(otherwise);
        }
    }

    default void requireNumber(String option, int value, int min, int max) {
        require(
                value >= min && value <= max,
                option + " is a number from " + min + " to " + max + ", not '" + value + "'");
    }
}
