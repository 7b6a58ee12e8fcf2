package io.flashsale.stock.entry.pace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one instance has had to do, since it was started or since a moment.
 *
 * @param requests for a unit that it was sent
 * @param shed requests for a unit that gateways have refused, as they have told it
 * @param undecided requests for a unit that it could not decide on
 * @param calls those that are timed, always in the same sequence
 */
record Load(long requests, long shed, long undecided, List<Calls> calls) {

    /** Slower than this is too slow. */
    static final Duration SLOW = Duration.ofMillis(500);

    /** One of so many requests that is refused or not decided is too many; one alone is none, where many come. */
    private static final long MIN_SHARE = 100;

    private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,18}( [0-9]{1,18})*");

    /** Calls of one kind. */
    record Calls(long count, long millis) {

        private Calls since(Calls before) {
            return new Calls(count - before.count, millis - before.millis);
        }

        private boolean areSlow() {
            return millis > count * SLOW.toMillis();
        }
    }

    Load since(Load before) {
        List<Calls> done = new ArrayList<>();
        for (int i = 0; i < Math.min(calls.size(), before.calls.size()); i++) {
            done.add(calls.get(i).since(before.calls.get(i)));
        }
        return new Load(
                requests - before.requests, shed - before.shed, undecided - before.undecided, List.copyOf(done));
    }

    /**
     * Whether that was too much for all instances together: more than one request of a hundred was refused or not decided, or calls of
     * a kind took long on average at one of them.
     */
    static boolean isTooMuch(Collection<Load> done) {
        long sent = done.stream().mapToLong(load -> load.requests + load.shed).sum();
        long failed =
                done.stream().mapToLong(load -> load.shed + load.undecided).sum();
        return failed * MIN_SHARE > sent
                || done.stream().flatMap(load -> load.calls.stream()).anyMatch(Calls::areSlow);
    }

    /** To be read by {@link #parse}. */
    String text() {
        return Stream.concat(
                        Stream.of(requests, shed, undecided),
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
        if (numbers.length < 3 || numbers.length % 2 == 0) {
            return Optional.empty();
        }
        List<Calls> calls = new ArrayList<>();
        for (int i = 3; i < numbers.length; i += 2) {
            calls.add(new Calls(numbers[i], numbers[i + 1]));
        }
        return Optional.of(new Load(numbers[0], numbers[1], numbers[2], List.copyOf(calls)));
    }
}
