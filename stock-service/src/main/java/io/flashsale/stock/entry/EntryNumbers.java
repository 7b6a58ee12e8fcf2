package io.flashsale.stock.entry;

import io.flashsale.stock.entry.EntryMapper.EntryRow;
import io.flashsale.stock.entry.EntryScripts.Entering;
import io.flashsale.stock.entry.lottery.SalePlaces;
import io.flashsale.stock.entry.ticket.EntrySigner.Signed;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/**
 * Gives numbers, each once, whatever Redis forgets: Redis gives none that MySQL does not know may be given, and MySQL lets only
 * one run of Redis give any.
 */
@Component
class EntryNumbers {

    /** How often a request asks again after numbers were used up; others may be faster than it. */
    private static final int MAX_ATTEMPTS = 5;

    private final EntryScripts scripts;
    private final EntryMapper entries;
    private final EntryProperties properties;
    private final SalePlaces places;

    /** One request of this instance asks MySQL for more, the others wait for what it gets. */
    private final ReentrantLock raising = new ReentrantLock();

    EntryNumbers(EntryScripts scripts, EntryMapper entries, EntryProperties properties, SalePlaces places) {
        this.scripts = scripts;
        this.entries = entries;
        this.properties = properties;
        this.places = places;
    }

    /**
     * The user's number, now or before.
     *
     * @param onlyForUnits whether new numbers are for those only whom there is a unit for now
     * @return never EXHAUSTED
     */
    Entering enter(long saleId, long userId, boolean onlyForUnits) {
        Entering entering = scripts.enter(saleId, userId, onlyForUnits);
        for (int attempt = 1; entering instanceof Entering.Exhausted(String run); attempt++) {
            if (attempt > MAX_ATTEMPTS) {
                return new Entering.Missing();
            }
            entering = enterWithMore(saleId, userId, onlyForUnits, run);
        }
        return entering;
    }

    private Entering enterWithMore(long saleId, long userId, boolean onlyForUnits, String run) {
        raising.lock();
        try {
            Entering entering = scripts.enter(saleId, userId, onlyForUnits);
            if (entering instanceof Entering.Exhausted) {
                raise(saleId, run);
                entering = scripts.enter(saleId, userId, onlyForUnits);
            }
            return entering;
        } finally {
            raising.unlock();
        }
    }

    /** Lets Redis give another block of numbers, if MySQL has it that this run gives them. */
    void raise(long saleId, String run) {
        if (entries.raise(saleId, run, properties.block()) == 1) {
            EntryMapper.Counter counter = entries.counter(saleId);
            if (counter != null && counter.run().equals(run)) {
                scripts.raise(saleId, run, counter.givenUpTo());
            }
        }
    }

    /** What became of a number that was to be put back. */
    enum PuttingBack {
        DONE,
        /** The user has another number, or another user this one. */
        NOT_THEIRS,
        /** The entry is not as it was looked at any more. */
        CHANGED
    }

    /**
     * Puts a number back, in MySQL and then in Redis; whose place was passed over is served next, which both know of.
     *
     * @param state as it was looked at just now
     */
    PuttingBack putBack(Signed known, EntryState state) {
        long place = places.of(known.saleId())
                .map(sequence -> sequence.placeOf(known.number()))
                .orElse(Long.MAX_VALUE);
        boolean passedOver = place <= state.serving();
        entries.putBack(known.saleId(), known.userId(), known.number(), EntryRow.utc(known.moment()), passedOver);
        EntryRow row = entries.find(known.saleId(), known.userId());
        if (row == null || row.number() != known.number()) {
            return PuttingBack.NOT_THEIRS;
        }
        return scripts.restore(known, state.run(), place, passedOver) ? PuttingBack.DONE : PuttingBack.CHANGED;
    }

    /** Lets Redis give more numbers before the last ones are asked for. */
    void raiseAhead(long saleId, EntryState state) {
        if (state.mark() - state.given() < properties.block()) {
            raise(saleId, state.run());
        }
    }
}
