package io.flashsale.stock.entry;

import io.flashsale.stock.catalogue.EntryMode;
import io.flashsale.stock.entry.EntryMapper.Counter;
import io.flashsale.stock.entry.EntryMapper.SaleWithEntry;
import io.flashsale.stock.entry.EntryScripts.Served;
import io.flashsale.stock.entry.lottery.Places;
import io.flashsale.stock.entry.lottery.SalePlaces;
import io.flashsale.stock.entry.pace.Pace;
import io.flashsale.stock.entry.pace.Strain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;

/**
 * Serves the places of waiting rooms, one after the other.
 *
 * <p>Guarantees: no more than the pace at a time, no place twice while Redis lasts, and a place only while there is a unit for it
 * that no turn and no ticket is out for. A place that is nobody's is passed over; if somebody comes back with its pass, he is
 * served before the next place, in the same way. When Redis is lost within the second in which it was told to serve, these places
 * are served again.
 */
@Component
class Serving {

    /** Places that are looked at in one second, at most: where Redis was lost, many may be nobody's. */
    private static final int MAX_LOOKED_AT = 20_000;

    private static final int BATCH = 1_000;

    private final EntryScripts scripts;
    private final EntryLog entryLog;
    private final EntryProperties properties;
    private final Strain strain;
    private final SalePlaces places;
    private final EntryNumbers numbers;
    private final WaitingMetrics metrics;
    private final Pace pace = new Pace();

    Serving(
            EntryScripts scripts,
            EntryLog entryLog,
            EntryProperties properties,
            Strain strain,
            SalePlaces places,
            EntryNumbers numbers,
            WaitingMetrics metrics) {
        this.scripts = scripts;
        this.entryLog = entryLog;
        this.properties = properties;
        this.strain = strain;
        this.places = places;
        this.numbers = numbers;
        this.metrics = metrics;
    }

    /** Whether the shop has too much to do; to be asked once a second, before all sales. */
    boolean isStrained() {
        return strain.look();
    }

    /** What a second of this sale's entry consists of: numbers ahead of those who will come, and the next places. */
    void serve(SaleWithEntry sale, EntryState state, Counter counter, boolean strained) {
        numbers.raiseAhead(sale.id(), state);
        long most = pace.next(sale.id(), sale.rate(), strained);
        if (sale.mode() == EntryMode.LOTTERY) {
            numbers.draw(sale.id(), state); // nobody is served before
        }
        Optional<Places> sequence = places.of(sale.id(), sale.mode());
        boolean serves = sale.mode().queues() && state.isOpen() && sequence.isPresent();
        long wanted = serves ? Math.max(0, Math.min(most, state.free())) : 0;
        long putBack = Math.min(wanted, state.putBack());
        Next next = serves
                ? next(sale.id(), state, counter, wanted - putBack, sequence.get())
                : new Next(state.serving(), List.of());
        Optional<Served> served = scripts.step(
                sale.id(), state, new EntryScripts.Step(next.last(), next.numbers(), putBack, most, properties.turn()));
        metrics.waiting(sale.id(), serves && state.free() > 0 ? state.given() - state.serving() + state.putBack() : 0);
        if (serves && served.isPresent()) {
            metrics.served(
                    next.last() - state.serving() + served.get().putBack().size());
            entryLog.noteServed(sale.id(), state, counter, next.last(), served.get());
        }
    }

    /**
     * Whom to serve.
     *
     * @param last place that is served, or passed over
     * @param numbers that have the places, without those that are nobody's
     */
    private record Next(long last, List<Long> numbers) {}

    private Next next(long saleId, EntryState state, Counter counter, long wanted, Places sequence) {
        List<Long> numbers = new ArrayList<>();
        long last = state.serving();
        long end = Math.min(state.given(), state.serving() + MAX_LOOKED_AT);
        while (numbers.size() < wanted && last < end) {
            long to = Math.min(end, last + BATCH);
            List<Long> batch = LongStream.rangeClosed(last + 1, to)
                    .map(sequence::numberAt)
                    .boxed()
                    .toList();
            Set<Long> taken = entryLog.somebodys(saleId, batch, counter);
            for (long number : batch) {
                if (numbers.size() == wanted) {
                    break;
                }
                if (taken.contains(number)) {
                    numbers.add(number);
                }
                last++;
            }
        }
        return new Next(last, numbers);
    }
}
