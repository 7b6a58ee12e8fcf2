package io.flashsale.entry;

import io.flashsale.entry.EntryMapper.Counter;
import io.flashsale.entry.EntryScripts.Served;
import io.flashsale.entry.lottery.Places;
import io.flashsale.entry.lottery.SalePlaces;
import io.flashsale.entry.pace.Pace;
import io.flashsale.entry.pace.Strain;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.entry.sale.EntrySale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;

/**
 * Serves the places of waiting rooms, one after the other.
 *
 * <p>Guarantees:
 * <ul>
 *   <li>It serves no more than the pace at a time.
 *   <li>It serves no place twice while Redis lasts.
 *   <li>It serves a place only if there is a unit that no turn and no ticket is out for.
 * </ul>
 * Passes over a place that belongs to nobody. If a user comes back with its pass, they are served before the next
 * place, under the same conditions. If Redis is lost within the second in which it was told to serve, these places
 * are served again.
 */
@Component
class Serving {

    /** How many places one second looks at, at most: after a loss of Redis, many may belong to nobody. */
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

    /** Whether the shop is overloaded; to be asked once a second, before all sales. */
    boolean isStrained() {
        return strain.look();
    }

    /** Runs a second of this sale's entry: adds numbers ahead of new shoppers, and serves the next places. */
    void serve(EntrySale sale, EntryState state, Counter counter, boolean strained) {
        numbers.raiseAhead(sale.id(), state);
        long most = pace.next(sale.id(), sale.entryRate(), strained);
        if (sale.entryMode() == EntryMode.LOTTERY) {
            numbers.draw(sale.id(), state); // before the draw, nobody is served
        }
        Optional<Places> sequence = places.of(sale.id(), sale.entryMode());
        boolean serves = sale.entryMode().queues() && state.isOpen() && sequence.isPresent();
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
     * The places to serve.
     *
     * @param last place that is served, or passed over
     * @param numbers at these places, without those that belong to nobody
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
