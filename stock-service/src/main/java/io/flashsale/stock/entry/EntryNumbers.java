package io.flashsale.stock.entry;

import io.flashsale.stock.catalogue.EntryMode;
import io.flashsale.stock.catalogue.GivenNumbers;
import io.flashsale.stock.entry.EntryMapper.EntryRow;
import io.flashsale.stock.entry.lottery.Lotteries;
import io.flashsale.stock.entry.lottery.SalePlaces;
import io.flashsale.stock.entry.outcome.Entering;
import io.flashsale.stock.entry.ticket.EntrySigner.Signed;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.springframework.stereotype.Component;

/**
 * Gives numbers, each once, whatever Redis forgets: Redis gives none that MySQL does not know may be given, and MySQL lets only
 * one run of Redis give any. In a lottery it gives none between the opening and the draw.
 */
@Component
class EntryNumbers implements GivenNumbers {

    /** How often a request asks again after numbers were used up, or the lottery was drawn; others may be faster than it. */
    private static final int MAX_ATTEMPTS = 5;

    private final EntryScripts scripts;
    private final EntryMapper entries;
    private final EntryProperties properties;
    private final SalePlaces places;
    private final Lotteries lotteries;

    /** One request of this instance asks MySQL for more, the others wait for what it gets. */
    private final ReentrantLock asking = new ReentrantLock();

    EntryNumbers(
            EntryScripts scripts,
            EntryMapper entries,
            EntryProperties properties,
            SalePlaces places,
            Lotteries lotteries) {
        this.scripts = scripts;
        this.entries = entries;
        this.properties = properties;
        this.places = places;
        this.lotteries = lotteries;
    }

    /**
     * The user's number, now or before.
     *
     * @param mode of the sale
     * @param countedFrom network to be counted if the number is new; null for none
     * @return never EXHAUSTED, nor UNDRAWN
     */
    Entering enter(long saleId, long userId, EntryMode mode, @Nullable String countedFrom) {
        Entering entering = scripts.enter(saleId, userId, mode, countedFrom);
        for (int attempt = 1; waitsForMySql(entering); attempt++) {
            if (attempt > MAX_ATTEMPTS) {
                return new Entering.Missing();
            }
            entering = enterAfterMySql(saleId, userId, mode, countedFrom);
        }
        return entering;
    }

    @Override
    public boolean maybeIn(long saleId) {
        EntryMapper.Counter counter = entries.counter(saleId);
        if (counter == null || counter.givenUpTo() == 0) {
            return false;
        }
        try {
            return scripts.look(saleId).map(EntryState::given).orElse(counter.givenUpTo()) > 0;
        } catch (RedisException unreachable) {
            return true;
        }
    }

    @Override
    public boolean maybeOpened(long saleId) {
        try {
            // While there is no entrance nobody is served, and none was drawn, or MySQL says so.
            return scripts.look(saleId)
                    .map(state -> !state.now().isBefore(state.opensAt()))
                    .orElse(false);
        } catch (RedisException unreachable) {
            return true;
        }
    }

    private static boolean waitsForMySql(Entering entering) {
        return entering instanceof Entering.Exhausted || entering instanceof Entering.Undrawn;
    }

    private Entering enterAfterMySql(long saleId, long userId, EntryMode mode, @Nullable String countedFrom) {
        asking.lock();
        try {
            Entering entering = scripts.enter(saleId, userId, mode, countedFrom);
            if (entering instanceof Entering.Exhausted(String run)) {
                raise(saleId, run);
            } else if (entering instanceof Entering.Undrawn) {
                scripts.look(saleId).ifPresent(state -> draw(saleId, state));
            } else {
                return entering;
            }
            return scripts.enter(saleId, userId, mode, countedFrom);
        } finally {
            asking.unlock();
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

    /**
     * Draws a lottery that has opened, if that is not done: fixes in MySQL how many numbers were given before, if it has it that
     * this run gives them, and tells Redis, which gives none in between.
     *
     * @param state as it was looked at
     */
    void draw(long saleId, EntryState state) {
        if (state.isOpen() && state.atOpening().isEmpty()) {
            lotteries
                    .draw(saleId, state.run(), state.given())
                    .ifPresent(size -> scripts.draw(saleId, state.run(), size));
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
