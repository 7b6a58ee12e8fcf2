package io.flashsale.loadtest.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What shoppers learned in a waiting room; keys are user ids.
 *
 * @param numbers number of each shopper; absent if they never learned it
 * @param entrances when each shopper came and learned that number
 * @param places the place that each shopper learned last; absent if they never learned one
 * @param manyNumbers shoppers who received more than one number
 * @param ticketed shoppers who received a ticket
 * @param boughtWithout shoppers whose purchase was accepted before they received a ticket
 * @param refusedWith shoppers who were refused for lack of a ticket: although they showed one
 * @param unanswered shoppers whose request for a ticket or purchase got no answer: they may have missed their turn
 */
public record WaitingRoomResults(
        Map<String, Long> numbers,
        Map<String, Entrance> entrances,
        Map<String, Long> places,
        Set<String> manyNumbers,
        Set<String> ticketed,
        Set<String> boughtWithout,
        Set<String> refusedWith,
        Set<String> unanswered) {

    /** When a shopper first asked for a number and first received one, by the load test's clock. */
    public record Entrance(long asked, long told) {}

    public static WaitingRoomResults of(List<Sample> samples) {
        WaitingRoomResults results = new WaitingRoomResults(
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeSet<>(),
                new TreeSet<>());
        Map<String, Long> asked = new HashMap<>();
        // Each shopper's answers follow one another: a thread is one shopper at a time.
        samples.stream().sorted(Comparator.comparingLong(Sample::end)).forEach(sample -> results.add(sample, asked));
        return results;
    }

    /** Returns the numbers that more than one shopper has. */
    public List<Long> numbersOfSeveral() {
        Set<Long> seen = new HashSet<>();
        List<Long> again = new ArrayList<>();
        numbers.values().stream().filter(number -> !seen.add(number)).forEach(again::add);
        return again;
    }

    /** @param asked when each shopper first asked for a number */
    private void add(Sample sample, Map<String, Long> asked) {
        String user = sample.userId();
        if (sample.label().equals(SampleOutcome.ENTER)) {
            asked.putIfAbsent(user, sample.begin());
        }
        if (!sample.code().matches("[1-5][0-9][0-9]")) {
            if (sample.label().equals(SampleOutcome.TICKET) || sample.label().equals(SampleOutcome.RESERVE)) {
                unanswered.add(user);
            }
            return;
        }
        switch (sample.label()) {
            case SampleOutcome.ENTER, SampleOutcome.PLACE -> told(sample, asked);
            case SampleOutcome.TICKET -> {
                if (sample.code().equals("200")) {
                    ticketed.add(user);
                }
            }
            case SampleOutcome.RESERVE -> {
                boolean with = ticketed.contains(user);
                if (sample.code().equals("202") && !with) {
                    boughtWithout.add(user);
                }
                if (sample.problem().equals("ticket-required") && with) {
                    refusedWith.add(user);
                }
            }
            default -> {}
        }
    }

    private void told(Sample sample, Map<String, Long> asked) {
        if (sample.number().matches("[0-9]{1,18}")) {
            long number = Long.parseLong(sample.number());
            Long before = numbers.putIfAbsent(sample.userId(), number);
            if (before == null) {
                long since = asked.getOrDefault(sample.userId(), sample.begin());
                entrances.put(sample.userId(), new Entrance(since, sample.end()));
            } else if (before != number) {
                manyNumbers.add(sample.userId());
            }
        }
        if (sample.place().matches("[0-9]{1,18}")) {
            places.put(sample.userId(), Long.parseLong(sample.place()));
        }
    }
}
