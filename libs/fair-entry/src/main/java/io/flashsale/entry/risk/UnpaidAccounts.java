package io.flashsale.entry.risk;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.flashsale.commons.batching.BatchParts;
import io.flashsale.entry.risk.EntryRule.Reason;
import io.flashsale.entry.risk.RiskScripts.Bar;
import io.flashsale.entry.risk.RiskScripts.Round;
import io.flashsale.entry.risk.UnpaidMapper.UnpaidRow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps who has to wait because of units they let go: before buying in a sale for units of that sale, at every
 * entrance for units of all sales.
 *
 * <p>MySQL knows them. Each instance looks once a second, keeps them in memory for the entrance, and tells the gates;
 * gates read nothing while nobody has to wait. A rebuilt gate hears of them again within ten seconds.
 */
final class UnpaidAccounts {

    private static final Logger log = LoggerFactory.getLogger(UnpaidAccounts.class);

    /** An account need not wait if so many others have let units go since. */
    private static final int MAX_WAITING = 50_000;

    private static final int ROUNDS_BETWEEN_REPETITIONS = 10;

    /** Rounds in between look only for units let go this lately, as waits may last for days. */
    private static final Duration LATE = Duration.ofMinutes(1);

    /** Wait after the last of as many units as the limit; twice as long for each further one. */
    private static final Duration WAIT = Duration.ofMinutes(10);

    /** The longest wait: units let go longer ago no longer matter. */
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    private static final int MAX_DOUBLINGS = 30;

    private final UnpaidMapper unpaid;
    private final RiskScripts scripts;
    private final int limit;
    private volatile Map<Long, Instant> waiting = Map.of();
    private Set<Bar> told = Set.of();
    private int rounds;
    private boolean failing;

    /** @param limit units let go, from which on an account has to wait; zero for nobody */
    UnpaidAccounts(UnpaidMapper unpaid, RiskScripts scripts, int limit) {
        this.unpaid = unpaid;
        this.scripts = scripts;
        this.limit = limit;
    }

    /** Until when the account has to wait at the entrance of any sale. */
    Optional<Instant> waitsUntil(long userId, Instant now) {
        return Optional.ofNullable(waiting.get(userId)).filter(now::isBefore);
    }

    /** Runs one round; to be repeated. */
    void refresh() {
        if (limit == 0) {
            return;
        }
        boolean all = rounds % ROUNDS_BETWEEN_REPETITIONS == 0;
        List<Bar> bars =
                unpaid
                        .waiting(limit, micros(WAIT), micros(MAX_WAIT), micros(all ? MAX_WAIT : LATE), MAX_WAITING)
                        .stream()
                        .map(this::bar)
                        .toList();
        Map<Long, Instant> now = all ? waitingForAll() : new HashMap<>(waiting);
        rounds++; // only now, so that the next round makes up for a full round that fails
        bars.forEach(bar -> now.merge(bar.userId(), bar.until(), (one, other) -> one.isAfter(other) ? one : other));
        waiting = Map.copyOf(now);
        tellGates(bars, all);
    }

    private Map<Long, Instant> waitingForAll() {
        Map<Long, Instant> until = new HashMap<>();
        unpaid.waitingForAll(limit, micros(WAIT), micros(MAX_WAIT), MAX_WAITING)
                .forEach(row -> until.put(row.userId(), row.letGoAt().plus(waitAfter(row.inAll()))));
        return until;
    }

    /** How long an account waits after letting so many units go; at least as many as the limit. */
    Duration waitAfter(int times) {
        Duration wait = WAIT.multipliedBy(1L << Math.min(times - limit, MAX_DOUBLINGS));
        return wait.compareTo(MAX_WAIT) < 0 ? wait : MAX_WAIT;
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    private Bar bar(UnpaidRow row) {
        return new Bar(row.saleId(), row.userId(), row.lastAt(), row.lastAt().plus(waitAfter(row.times())));
    }

    private void note(Bar bar) {
        scripts.refused(bar.saleId(), bar.userId(), Reason.UNPAID_ORDERS, bar.since());
    }

    private void tellGates(List<Bar> bars, boolean all) {
        List<Bar> fresh = bars.stream().filter(bar -> !told.contains(bar)).toList();
        Set<Bar> noted = fresh.stream().limit(RiskScripts.MAX_LISTED).collect(toSet());
        Round round = new Round();
        try {
            BatchParts.doAll(
                    (all ? bars : fresh).stream().collect(groupingBy(Bar::saleId)),
                    (sale, ofSale) -> tellGates(sale, ofSale, noted, round));
            Set<Bar> now = new HashSet<>(all ? Set.of() : told);
            now.addAll(bars);
            told = now;
            failing = false;
        } catch (RedisException unreachable) {
            if (!failing) {
                log.warn("some gates, or all, do not hear who has to wait, will try on", unreachable);
            }
            failing = true;
            told = Set.of();
            rounds = 0; // nobody reserves there now; the next round looks for all and tells again
        }
    }

    private void tellGates(long saleId, List<Bar> bars, Set<Bar> noted, Round round) {
        scripts.bar(saleId, bars, round);
        bars.stream().filter(noted::contains).forEach(bar -> round.askAt(saleId, () -> note(bar)));
    }
}
