package io.flashsale.entry;

import io.flashsale.admission.Pages;
import io.flashsale.entry.Clearing.Cleared;
import io.flashsale.entry.EntryMapper.Counter;
import io.flashsale.entry.EntryMapper.EntryRow;
import io.flashsale.entry.EntryMapper.EntryRow.IssuedTicket;
import io.flashsale.entry.EntryMapper.UsedTicket;
import io.flashsale.entry.EntryScripts.Fact;
import io.flashsale.entry.lottery.Places;
import io.flashsale.entry.lottery.SalePlaces;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Rebuilds the entry of a sale in Redis from MySQL: for a new sale, and after Redis was lost, restarted or replaced.
 *
 * <p>Guarantees that no user's number is given to another. Numbers of the lost Redis that MySQL does not know stay
 * below the first new number, and come back with their passes.
 */
@Component
class EntryRecovery {

    private static final Logger log = LoggerFactory.getLogger(EntryRecovery.class);

    private static final int PAGE = 1_000;

    private final EntryScripts scripts;
    private final EntryMapper entries;
    private final EntryLog entryLog;
    private final TransactionTemplate transaction;
    private final EntryProperties properties;
    private final SalePlaces places;

    EntryRecovery(
            EntryScripts scripts,
            EntryMapper entries,
            EntryLog entryLog,
            TransactionTemplate transaction,
            EntryProperties properties,
            SalePlaces places) {
        this.scripts = scripts;
        this.entries = entries;
        this.entryLog = entryLog;
        this.transaction = transaction;
        this.properties = properties;
        this.places = places;
    }

    /** Rebuilds the entry, if the sale has a gate. To be called periodically while the entry cannot be read. */
    void recover(long saleId) {
        entryLog.write(saleId); // entries of an earlier run that the server still has
        entries.insertCounter(saleId);
        // The lock keeps another leader from clearing an entry that was opened and is in use.
        Optional<Cleared> begun = Objects.requireNonNull(transaction.execute(status -> {
            Counter counter = entries.lockCounter(saleId);
            if (scripts.clear(saleId, counter.run(), scripts.making(saleId)) instanceof Cleared cleared) {
                entries.begin(saleId, cleared.run());
                beginTurnsAnew(saleId, cleared.at());
                return Optional.of(cleared);
            }
            return Optional.<Cleared>empty();
        }));
        // Opens the entry only after the commit of the run and of the beginning of turns. Before the commit another
        // run may give numbers, and what Redis forgets again would be unknown.
        begun.ifPresent(cleared -> transaction.executeWithoutResult(status -> {
            Counter counter = entries.lockCounter(saleId);
            if (counter.run().equals(cleared.run())) {
                make(saleId, cleared, counter);
            }
        }));
    }

    /** Restarts turns that were running when Redis was lost, since no shopper could come meanwhile. */
    private void beginTurnsAnew(long saleId, Instant at) {
        long micros = properties.turn().toNanos() / 1_000;
        entries.beginTurnsAnew(saleId, micros, at);
        entries.servePutBackNext(saleId, micros);
    }

    private void make(long saleId, Cleared cleared, Counter counter) {
        List<UsedTicket> usedTickets = entries.usedTickets(saleId);
        Map<Long, Long> used =
                usedTickets.stream().collect(Collectors.toMap(UsedTicket::number, UsedTicket::orderId, Math::max));
        Turns turns = turns(saleId, cleared.at(), counter);
        IssuedTicket anew = new IssuedTicket(cleared.at(), cleared.at().plus(EntryScripts.TICKET_TTL));
        LongAdder waiting = new LongAdder();
        Stream<Fact> facts = rows(saleId).flatMap(row -> {
            long place = turns.sequence().placeOf(row.number());
            if (place > counter.servedUpTo()) {
                waiting.increment();
            }
            return facts(row, place, used, turns, anew);
        });
        boolean made = scripts.fill(saleId, cleared, facts)
                // Redis gives none back before it has its number; one that came back meanwhile would stay used.
                && Set.copyOf(entries.usedTickets(saleId)).containsAll(usedTickets)
                && scripts.open(
                        saleId,
                        cleared,
                        counter.givenUpTo(),
                        counter.givenUpTo(),
                        counter.servedUpTo(),
                        Math.max(0, counter.givenUpTo() - counter.servedUpTo()) - waiting.sum());
        log.info(
                "entry of sale {}: {}; numbers go on after {}",
                saleId,
                made
                        ? "made from MySQL"
                        : "not made: Redis or who makes it is another one by now, or a ticket came back",
                counter.givenUpTo());
    }

    private Stream<EntryRow> rows(long saleId) {
        Pages<EntryRow> rows = last -> entries.page(saleId, last == null ? 0 : last.number(), PAGE);
        return rows.stream().flatMap(List::stream);
    }

    /**
     * The turns that are running.
     *
     * @param from the first of the served places; above {@code upTo} for none
     * @param upTo the last place that was served or passed over
     * @param next restored numbers whose turns begin as soon as there is a unit, because they had been passed over
     */
    private record Turns(long from, long upTo, Set<Long> next, Instant until, Places sequence) {

        boolean isNext(long number, long place) {
            return place <= upTo && next.contains(number);
        }

        boolean has(long place) {
            return from <= place && place <= upTo;
        }
    }

    private Turns turns(long saleId, Instant begun, Counter counter) {
        Long first = entries.firstWithTurn(saleId, begun);
        return new Turns(
                first == null ? Long.MAX_VALUE : first,
                counter.servedUpTo(),
                entries.next(saleId),
                begun.plus(properties.turn()),
                places.of(saleId).orElse(Places.BY_NUMBER));
    }

    /** @param anew the new life of a ticket that came back, since only the lost Redis knew when that ends */
    private static Stream<Fact> facts(EntryRow row, long place, Map<Long, Long> used, Turns turns, IssuedTicket anew) {
        String number = Long.toString(row.number());
        Fact own = new Fact("NUMBER", Long.toString(row.userId()), number + ":" + millis(row.enteredAt()));
        IssuedTicket ticket = row.isTicketBack() ? anew : row.ticket();
        if (ticket == null && turns.isNext(row.number(), place)) {
            return Stream.of(own, new Fact("PUT_BACK", number, Long.toString(place)));
        }
        if (ticket == null) {
            return turns.has(place) ? Stream.of(own, new Fact("TURN", number, millis(turns.until()))) : Stream.of(own);
        }
        Fact issued = new Fact("ISSUED", number, millis(ticket.at()) + ":" + millis(ticket.expiresAt()));
        Long order = used.get(row.number());
        return Stream.of(
                own,
                issued,
                order == null
                        ? new Fact("TICKET", number, millis(ticket.expiresAt()))
                        : new Fact("USED", number, order.toString()));
    }

    private static String millis(Instant moment) {
        return Long.toString(moment.toEpochMilli());
    }
}
