package io.flashsale.entry;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.EntryMapper.Counter;
import io.flashsale.entry.EntryService.Outcome;
import io.flashsale.entry.EntrySigner.Signed;
import io.flashsale.entry.lottery.Places;
import io.flashsale.entry.lottery.SalePlaces;
import io.flashsale.entry.sale.EntryMode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Runs sales in which shoppers wait for their turn.
 *
 * <p>A number is given once, and its pass proves it for ever. If Redis has forgotten a number, and MySQL never learnt
 * of it, the shopper gets it back by showing the pass. If its place was passed over meanwhile, the shopper is served
 * next.
 */
@Component
class WaitingRoom {

    private final EntryNumbers numbers;
    private final EntryScripts scripts;
    private final EntryMapper entries;
    private final EntrySigner signer;
    private final TicketService tickets;
    private final SalePlaces places;

    WaitingRoom(
            EntryNumbers numbers,
            EntryScripts scripts,
            EntryMapper entries,
            EntrySigner signer,
            TicketService tickets,
            SalePlaces places) {
        this.numbers = numbers;
        this.scripts = scripts;
        this.entries = entries;
        this.signer = signer;
        this.tickets = tickets;
        this.places = places;
    }

    /**
     * Returns the shopper's number, a new one if there is none.
     *
     * @param mode of the sale
     * @param pass that proves an earlier number; null if there is none
     * @param countedFrom network to count if the number is new; null for none
     */
    Outcome enter(long saleId, long userId, EntryMode mode, @Nullable String pass, @Nullable String countedFrom) {
        if (pass != null && scripts.given(saleId, userId).isEmpty()) {
            Optional<Signed> proven = signer.readPass(pass);
            ProblemType fault = faultOf(proven, saleId, userId);
            if (fault != null) {
                return new Outcome.Refused(fault);
            }
            ProblemType refused = restore(proven.get());
            if (refused != null) {
                return new Outcome.Refused(refused);
            }
        }
        return switch (numbers.enter(saleId, userId, mode, countedFrom)) {
            case Entering.Entered(long number, Instant at) -> entered(new Signed(saleId, userId, number, at));
            case Entering.Ended _ -> new Outcome.Refused(ProblemType.SALE_ENDED);
            case Entering.SoldOut _, Entering.NotOpen _, Entering.Missing _, Entering.Exhausted _, Entering.Undrawn _ ->
                new Outcome.Refused(ProblemType.SALE_WARMING_UP);
        };
    }

    private Outcome entered(Signed entry) {
        return new Outcome.Entered(entry.number(), signer.pass(entry), entry.moment());
    }

    private static @Nullable ProblemType faultOf(Optional<Signed> pass, long saleId, long userId) {
        if (pass.isEmpty() || pass.get().saleId() != saleId) {
            return ProblemType.PASS_INVALID;
        }
        return pass.get().userId() == userId ? null : ProblemType.PASS_NOT_YOURS;
    }

    /** The ticket of the pass's number, when it is its turn: the same until it expires. */
    Outcome ticket(long saleId, long userId, @Nullable String shown) {
        Optional<Signed> pass = shown == null ? Optional.empty() : signer.readPass(shown);
        ProblemType fault = faultOf(pass, saleId, userId);
        if (fault != null) {
            return new Outcome.Refused(fault);
        }
        Taking taking = take(pass.get());
        if (taking instanceof Taking.Unknown) {
            ProblemType refused = restore(pass.get());
            if (refused != null) {
                return new Outcome.Refused(refused);
            }
            taking = take(pass.get());
        }
        return taking instanceof Taking.NoTurn early ? early(pass.get(), early) : tickets.handOut(pass.get(), taking);
    }

    private Taking take(Signed pass) {
        return scripts.take(pass.saleId(), pass.userId(), pass.number(), true);
    }

    /** Answers a number whose turn it was not a moment ago; its turn may be now, or be over. */
    private Outcome early(Signed pass, Taking.NoTurn early) {
        long serving = early.serving();
        Optional<Places> sequence = places.of(pass.saleId());
        if (sequence.isEmpty()) {
            return new Outcome.Refused(ProblemType.NOT_YOUR_TURN, Map.of("serving", serving)); // drawn soon
        }
        long place = sequence.get().placeOf(pass.number());
        if (place > serving || early.isNext()) {
            return notYet(place, serving);
        }
        if (scripts.look(pass.saleId()).isEmpty()) {
            return new Outcome.Refused(ProblemType.SALE_WARMING_UP); // turns restart if Redis was lost
        }
        Taking again = take(pass);
        if (again instanceof Taking.NoTurn late) {
            return late.isNext() ? notYet(place, late.serving()) : new Outcome.Refused(ProblemType.TURN_OVER);
        }
        return tickets.handOut(pass, again);
    }

    private static Outcome notYet(long place, long serving) {
        return new Outcome.Refused(ProblemType.NOT_YOUR_TURN, Map.of("place", place, "serving", serving));
    }

    /** The shopper's number and place. Says that there is none only if that is known. */
    Outcome find(long saleId, long userId) {
        Optional<EntryScripts.Given> given = scripts.given(saleId, userId);
        if (given.isEmpty()) {
            if (scripts.look(saleId).isEmpty()) {
                return new Outcome.Refused(ProblemType.SALE_WARMING_UP);
            }
            given = scripts.given(saleId, userId); // the entry may have been rebuilt in between
        }
        return given.<Outcome>map(known -> new Outcome.Waiting(
                        known.number(),
                        signer.pass(new Signed(saleId, userId, known.number(), known.at())),
                        places.of(saleId)
                                .map(sequence -> sequence.placeOf(known.number()))
                                .orElse(null)))
                .orElseGet(() -> new Outcome.Refused(ProblemType.NOT_ENTERED));
    }

    /** Restores the number of the pass, if the user has no other; or returns the reason why not. */
    private @Nullable ProblemType restore(Signed pass) {
        Optional<EntryState> state = scripts.look(pass.saleId());
        Counter counter = entries.counter(pass.saleId());
        if (state.isEmpty() || counter == null) {
            return ProblemType.SALE_WARMING_UP;
        }
        if (pass.number() > counter.recoveredUpTo()) {
            return ProblemType.PASS_INVALID; // this run of Redis would have given it, and would know it
        }
        return switch (numbers.putBack(pass, state.get())) {
            case DONE -> null;
            case NOT_THEIRS -> ProblemType.PASS_INVALID;
            case CHANGED -> ProblemType.SALE_WARMING_UP;
        };
    }
}
