package io.flashsale.entry;

import io.flashsale.entry.EntryMapper.EntryRow;
import io.flashsale.entry.EntrySigner.Signed;
import io.flashsale.entry.lottery.Lotteries;
import io.flashsale.entry.lottery.SalePlaces;
import io.flashsale.entry.sale.EntryMode;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.springframework.stereotype.Component;

/**
 * Gives each number once, even if Redis forgets. Redis gives only numbers that MySQL knows may be given, and MySQL
 * lets only one run of Redis give any. In a lottery, no number is given between the opening and the draw.
 */
@Component
public class EntryNumbers {

    /**
     * How often a request tries again after the numbers were used up, or the lottery was drawn; other requests may be
     * faster.
     */
    private static final int MAX_ATTEMPTS = 5;

    /**
     * How many numbers MySQL reserves ahead. A larger block asks MySQL less often; after a loss of Redis, up to as many
     * numbers belong to nobody.
     */
    private static final int BLOCK = 1_000;

    private final EntryScripts scripts;
    private final EntryMapper entries;
    private final SalePlaces places;
    private final Lotteries lotteries;

    /** One request of this instance asks MySQL for more numbers; the others wait for the result. */
    private final ReentrantLock asking = new ReentrantLock();

    EntryNumbers(EntryScripts scripts, EntryMapper entries, SalePlaces places, Lotteries lotteries) {
        this.scripts = scripts;
        this.entries = entries;
        this.places = places;
        this.lotteries = lotteries;
    }

    /**
     * Returns the user's number, a new one if there is none.
     *
     * @param mode of the sale
     * @param countedFrom network to count if the number is new; null for none
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

    /** Whether a shopper has, or may have, a number in the sale; true if that is unknown now. */
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

    /** Whether the sale has opened, or may have, by the clock of Redis; true if that is unknown now. */
    public boolean maybeOpened(long saleId) {
        try {
            // Without an entry nobody is served, and none was drawn unless MySQL says so.
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

    /** Lets Redis give another block of numbers, if MySQL says that this run gives them. */
    void raise(long saleId, String run) {
        if (entries.raise(saleId, run, BLOCK) == 1) {
            EntryMapper.Counter counter = entries.counter(saleId);
            if (counter != null && counter.run().equals(run)) {
                scripts.raise(saleId, run, counter.givenUpTo());
            }
        }
    }

    /**
     * Draws a lottery that has opened and is not drawn yet. Fixes in MySQL how many numbers were given before, if
     * this run gives them, and tells Redis. Redis gives no numbers in between.
     *
     * @param state as read before
     */
    void draw(long saleId, EntryState state) {
        if (state.isOpen() && state.atOpening().isEmpty()) {
            lotteries
                    .draw(saleId, state.run(), state.given())
                    .ifPresent(size -> scripts.draw(saleId, state.run(), size));
        }
    }

    /** The result of restoring a number. */
    enum PuttingBack {
        DONE,
        /** The user has another number, or another user this one. */
        NOT_THEIRS,
        /** The entry has changed since the look. */
        CHANGED
    }

    /**
     * Restores a number in MySQL and then in Redis. If its place was passed over, it is served next, which both note.
     *
     * @param state as read just now
     */
    PuttingBack putBack(Signed known, EntryState state) {
        long place = places.of(known.saleId())
                .map(sequence -> sequence.placeOf(known.number()))
                .orElse(Long.MAX_VALUE);
        boolean passedOver = place <= state.serving();
        entries.putBack(known.saleId(), known.userId(), known.number(), known.moment(), passedOver);
        EntryRow row = entries.find(known.saleId(), known.userId());
        if (row == null || row.number() != known.number()) {
            return PuttingBack.NOT_THEIRS;
        }
        return scripts.restore(known, state.run(), place, passedOver) ? PuttingBack.DONE : PuttingBack.CHANGED;
    }

    /** Lets Redis give more numbers before the last ones are used up. */
    void raiseAhead(long saleId, EntryState state) {
        if (state.mark() - state.given() < BLOCK) {
            raise(saleId, state.run());
        }
    }
}
