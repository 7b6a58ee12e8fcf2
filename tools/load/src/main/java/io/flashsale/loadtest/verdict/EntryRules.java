package io.flashsale.loadtest.verdict;

import io.flashsale.client.entry.Lottery;
import io.flashsale.client.entry.WaitingRoomStatus;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.results.WaitingRoomResults;
import io.flashsale.loadtest.results.WaitingRoomResults.Entrance;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a waiting room.
 * <ul> <li>Each shopper has exactly one number, which no other shopper has. <li>A purchase requires a ticket.
 *   <li>In the end, all served shoppers have places before all others. <li>A lottery's sequence follows from what
 *     was committed to before the opening, and includes those who had entered by then.
 * </ul>
 *
 * <p>The moments at which places were served are not judged.
 */
public final class EntryRules {

    /** Within this time of the opening, a number may have been given before or after it. */
    static final Duration MARGIN = Duration.ofSeconds(1);

    private final Instant opening;
    private final WaitingRoomStatus before;
    private final WaitingRoomStatus after;
    private final WaitingRoomResults room;
    private final Tally tally;
    private final Audit audit;
    private final List<String> faults = new ArrayList<>();

    /**
     * @param opening by the load test's clock
     * @param before public state before any shopper entered
     * @param after public state at the end
     */
    public EntryRules(
            Instant opening,
            WaitingRoomStatus before,
            WaitingRoomStatus after,
            WaitingRoomResults room,
            Tally tally,
            Audit audit) {
        this.opening = opening;
        this.before = before;
        this.after = after;
        this.room = room;
        this.tally = tally;
        this.audit = audit;
    }

    /** Returns the faults, each as a sentence; empty if there are none. */
    public List<String> faults() {
        faults.clear();
        if (audit.invariants().stream().noneMatch(invariant -> invariant.id().equals("I12"))) {
            faults.add("the auditor did not look at the tickets (I12)");
        }
        numbers();
        tickets();
        if (before.mode() != after.mode()) {
            faults.add("the waiting room was a %s, and became a %s".formatted(before.mode(), after.mode()));
            return faults;
        }
        Lottery lottery = after.lottery();
        if (lottery == null) {
            sequence(null);
        } else if (commitment(lottery)) {
            sequence(lottery);
        }
        return faults;
    }

    private void numbers() {
        List<Long> several = room.numbersOfSeveral();
        addIf(several.size(), "%d numbers are those of several shoppers, such as " + first(several));
        addIf(room.manyNumbers().size(), "%d shoppers were told different numbers");
    }

    private void tickets() {
        addIf(room.boughtWithout().size(), "%d shoppers bought without a ticket");
        addIf(room.refusedWith().size(), "%d shoppers were told that a ticket is missing, although they had one");
    }

    /** Whether the seed has the hash that was public before. */
    private boolean commitment(Lottery lottery) {
        Lottery promised = before.lottery();
        if (promised == null || !promised.seedHash().equals(lottery.seedHash())) {
            faults.add("the hash of the seed is another one than before the opening");
            return false;
        }
        String seed = lottery.seed();
        Long size = lottery.size();
        if (seed == null || size == null) {
            faults.add("the lottery was not drawn");
            return false;
        }
        if (promised.seed() != null) {
            faults.add("the seed was public before the opening");
            return false;
        }
        if (size < 1) {
            faults.add("the lottery was drawn among nobody");
            return false;
        }
        if (!sha256(seed).equals(lottery.seedHash())) {
            faults.add("the seed is none whose hash was published");
            return false;
        }
        return amongWhoHadCome(size);
    }

    /** Whether the draw includes exactly those shoppers who had a number before the opening. */
    private boolean amongWhoHadCome(long size) {
        long first = opening.minus(MARGIN).toEpochMilli();
        long last = opening.plus(MARGIN).toEpochMilli();
        long leftOut = count((number, entrance) -> number > size && entrance.told() < first);
        long late = count((number, entrance) -> number <= size && entrance.asked() > last);
        addIf(leftOut, "%d shoppers had a number before the opening, and were not drawn");
        addIf(late, "%d shoppers came after the opening, and were drawn");
        return leftOut == 0 && late == 0;
    }

    private long count(BiPredicate<Long, Entrance> which) {
        return room.entrances().entrySet().stream()
                .filter(entrance -> which.test(room.numbers().get(entrance.getKey()), entrance.getValue()))
                .count();
    }

    /** @param lottery null if a number is its place */
    private void sequence(@Nullable Lottery lottery) {
        Map<String, Long> places = new HashMap<>();
        room.numbers().forEach((user, number) -> places.put(user, lottery == null ? number : lottery.placeOf(number)));
        addIf(
                room.places().entrySet().stream()
                        .filter(told -> places.containsKey(told.getKey()))
                        .filter(told -> !told.getValue().equals(places.get(told.getKey())))
                        .count(),
                "%d shoppers were told another place than anybody computes");
        Set<String> buyers =
                tally.accepted().stream().map(Tally.Purchase::userId).collect(Collectors.toSet());
        Set<String> served = new TreeSet<>(buyers);
        served.addAll(room.ticketed());
        addIf(
                served.stream()
                        .filter(user -> places.getOrDefault(user, Long.MAX_VALUE) > after.serving())
                        .count(),
                "%d shoppers got a ticket or a unit out of turn: the last place that was served is " + after.serving());
        passedOver(places, buyers);
    }

    /**
     * Finds shoppers who were passed over. All shoppers buy in their turn. So a shopper without a purchase, but
     * with a place before a buyer's, was passed over, unless they got no answer and may have missed their turn.
     */
    private void passedOver(Map<String, Long> places, Set<String> buyers) {
        long last = buyers.stream()
                .mapToLong(user -> places.getOrDefault(user, 0L))
                .max()
                .orElse(0);
        List<Long> passedOver = places.entrySet().stream()
                .filter(place -> place.getValue() < last)
                .filter(place -> !buyers.contains(place.getKey()))
                .filter(place -> !room.unanswered().contains(place.getKey()))
                .map(Map.Entry::getValue)
                .sorted()
                .toList();
        addIf(
                passedOver.size(),
                "%d shoppers were passed over, such as place " + first(passedOver) + ": place " + last + " bought");
    }

    private static String first(List<Long> numbers) {
        return numbers.isEmpty() ? "" : Long.toString(numbers.getFirst());
    }

    private static String sha256(String hex) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(HexFormat.of().parseHex(hex)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void addIf(long count, String text) {
        if (count > 0) {
            faults.add(text.formatted(count));
        }
    }
}
