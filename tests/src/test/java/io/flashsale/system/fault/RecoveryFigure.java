package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;

/**
 * The recovery times of docs/reliability.md.
 *
 * <p>Each is measured and printed as a row of the table there. The limit is three times the goal, because other
 * work may share the machine.
 */
enum RecoveryFigure {
    FAIL_OVER_OF_REDIS("A master of Redis dies: until somebody is accepted again", Duration.ofSeconds(10)),
    FAIL_OVER_OF_MYSQL("MySQL's primary goes: until a payment is taken again", Duration.ofSeconds(10)),
    ONE_OF_TWO_DIES("One instance of two dies: until nobody is refused or undecided any more", Duration.ofSeconds(2)),
    REBUILD_OF_A_MILLION(
            "The gate of a sale with 1,000,000 holders is lost: until it admits again", Duration.ofSeconds(60));

    private static final int ON_A_BUSY_MACHINE = 3;

    private final String what;
    private final Duration goal;

    RecoveryFigure(String what, Duration goal) {
        this.what = what;
        this.goal = goal;
    }

    /** @param of what the figure was measured on, such as a service */
    void report(String of, Duration measured) {
        System.out.printf(
                Locale.ROOT, "| %s | %s | %d s | %.1f s |%n", what, of, goal.toSeconds(), measured.toMillis() / 1e3);
        assertThat(measured).as("%s (%s)", what, of).isLessThan(goal.multipliedBy(ON_A_BUSY_MACHINE));
    }
}
