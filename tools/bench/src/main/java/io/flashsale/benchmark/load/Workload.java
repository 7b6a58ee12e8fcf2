package io.flashsale.benchmark.load;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How many shoppers each figure takes.
 *
 * @param burst new users that reserve at once
 * @param backlog reservations that wait when placement begins
 * @param growth numbers of users for the growth table
 */
public record Workload(int burst, int backlog, List<Integer> growth) {

    public static final Workload FULL = new Workload(20_000, 100_000, List.of(1_000, 10_000, 100_000));

    /** Checks that the bench works, not how fast the system is. */
    public static final Workload QUICK = new Workload(2_000, 5_000, List.of(1_000, 2_000));

    /** Takes a few minutes, enough for the kernel's resolution of a hundredth of a second. */
    public static final Workload FOR_DEMANDS = new Workload(20_000, 30_000, List.of());

    public int maxUsers() {
        return IntStream.concat(IntStream.of(burst, backlog), growth.stream().mapToInt(it -> it))
                .max()
                .orElseThrow();
    }
}
