package io.flashsale.stock.entry.pace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one instance has had to do since it was started.
 *
 * @param shed requests for a unit that gateways have refused, as they have told it
 * @param undecided requests for a unit that it could not decide on
 * @param calls those that are timed, always in the same sequence
 */
record Load(long shed, long undecided, List<Calls> calls) {

    /** Slower than this is too slow. */
    static final Duration SLOW = Duration.ofMillis(500);

    private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,18}( [0-9]{1,18})*");

    /** Calls of one kind. */
    record Calls(long count, long millis) {}

    /** Whether it has had too much to do since then: something was refused or not decided, or calls of a kind took long on average. */
    boolean isTooMuchSince(Load before) {
        return shed > before.shed || undecided > before.undecided || isSlowSince(before);
    }

    private boolean isSlowSince(Load before) {
        for (int i = 0; i < Math.min(calls.size(), before.calls.size()); i++) {
            long count = calls.get(i).count() - before.calls.get(i).count();
            long millis = calls.get(i).millis() - before.calls.get(i).millis();
            if (millis > count * SLOW.toMillis()) {
                return true;
            }
        }
        return false;
    }

    /** To be read by {@link #parse}. */
    String text() {
        return Stream.concat(
                        Stream.of(shed, undecided),
                        calls.stream().flatMap(kind -> Stream.of(kind.count(), kind.millis())))
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    /** Empty for what another version may have written. */
    static Optional<Load> parse(String text) {
        if (!NUMBERS.matcher(text).matches()) {
            return Optional.empty();
        }
        long[] numbers =
                Stream.of(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        if (numbers.length < 2 || numbers.length % 2 != 0) {
            return Optional.empty();
        }
        List<Calls> calls = new ArrayList<>();
        for (int i = 2; i < numbers.length; i += 2) {
            calls.add(new Calls(numbers[i], numbers[i + 1]));
        }
        return Optional.of(new Load(numbers[0], numbers[1], List.copyOf(calls)));
    }
}
