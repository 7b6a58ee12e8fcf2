package io.flashsale.entry.pace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The work of one instance, since its start or since a moment.
 *
 * @param requests for a unit that it received
 * @param shed requests for a unit that gateways refused; an instance knows those told to it
 * @param undecided requests for a unit that it could not decide on
 * @param calls the timed ones, always in the same sequence
 */
record Load(long requests, long shed, long undecided, List<Calls> calls) {

    /** An average above this is too slow. */
    static final Duration SLOW = Duration.ofMillis(500);

    /** More than one refused or undecided request in this many is too much. */
    private static final long MIN_SHARE = 100;

    private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,18}( [0-9]{1,18})*");

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
     * Whether that was too much for all instances together. It is if more than one request in a hundred was refused
     * or undecided, or if calls of one kind took long on average at one instance.
     */
    static boolean isTooMuch(Collection<Load> done) {
        long sent = done.stream().mapToLong(load -> load.requests + load.shed).sum();
        long failed =
                done.stream().mapToLong(load -> load.shed + load.undecided).sum();
        return failed * MIN_SHARE > sent
                || done.stream().flatMap(load -> load.calls.stream()).anyMatch(Calls::areSlow);
    }

    /** The text that {@link #parse} reads. */
    String text() {
        return Stream.concat(
                        Stream.of(requests, shed, undecided),
                        calls.stream().flatMap(kind -> Stream.of(kind.count(), kind.millis())))
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    /** Reads a text of {@link #text}; empty if another version wrote it. */
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
