package io.flashsale.stock.waitinglist;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import io.flashsale.stock.waitinglist.WaitingShopper.State;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lets shoppers join the waiting list of a sold-out sale, look where they are, and leave.
 *
 * <p>Guarantees, from the moment at which a join is confirmed:
 * <ul>
 *   <li>The place is in MySQL, and no shopper who joins later has a smaller one.
 *   <li>The gate, also one that is rebuilt, admits only shoppers to whom a unit was offered. {@link WaitingListRounds}
 *       makes these offers by place.
 * </ul>
 */
@Service
class WaitingList {

    private static final int MAX_ATTEMPTS = 3;

    private final WaitingListMapper list;
    private final FrontOfLine front;
    private final SaleCatalogue catalogue;
    private final StockGates gates;
    private final TransactionTemplate transaction;
    private final JsonMapper json;
    private final Clock clock;

    WaitingList(
            WaitingListMapper list,
            SaleCatalogue catalogue,
            StockGates gates,
            TransactionTemplate transaction,
            JsonMapper json,
            Clock clock) {
        this.list = list;
        this.front = new FrontOfLine(list, Ticker.systemTicker());
        this.catalogue = catalogue;
        this.gates = gates;
        this.transaction = transaction;
        this.json = json;
        this.clock = clock;
    }

    sealed interface Outcome {
        /**
         * @param ahead shoppers before this one, at most {@value FrontOfLine#MAX_AHEAD}; null if the shopper is not waiting
         * @param offeredUntil how long a unit is kept for them; null unless one is
         */
        record InList(
                State state,
                @Nullable Integer ahead,
                @Nullable Instant offeredUntil) implements Outcome {}

        /** @param until when the shopper may try again; null if time alone does not help */
        record Refused(ProblemType why, @Nullable Instant until) implements Outcome {

            Refused(ProblemType why) {
                this(why, null);
            }
        }
    }

    /** Puts the shopper at the end, or tells them where they are already. */
    Outcome join(long saleId, long userId) {
        Optional<SaleWithStock> found = catalogue.findNow(saleId);
        if (found.isEmpty()) {
            return new Outcome.Refused(ProblemType.SALE_NOT_FOUND);
        }
        SaleWithStock sale = found.get();
        ProblemType refused = refusal(sale);
        if (refused != null) {
            return new Outcome.Refused(refused);
        }
        try {
            WaitingShopper known = list.find(saleId, userId);
            if (known == null || !known.state().isInLine()) {
                Optional<Instant> barredUntil = gates.barredUntil(saleId, userId, clock.instant());
                if (barredUntil.isPresent()) {
                    return new Outcome.Refused(ProblemType.TOO_MANY_UNPAID, barredUntil.get());
                }
                refused = add(sale, userId, known);
                if (refused != null) {
                    return new Outcome.Refused(refused);
                }
            }
            // Even if nothing was added: an earlier call may have failed before the gate knew.
            gates.amend(catalogue.findNow(saleId).orElseThrow().campaign(json));
        } catch (RedisException unreachable) {
            return new Outcome.Refused(ProblemType.SALE_WARMING_UP);
        }
        return find(saleId, userId);
    }

    private @Nullable ProblemType refusal(SaleWithStock sale) {
        if (sale.entryMode() != EntryMode.OPEN || sale.buckets() > 1) {
            return ProblemType.NO_WAITING_LIST;
        }
        Instant now = clock.instant();
        if (sale.calledOff() || !now.isBefore(sale.closesAt())) {
            return ProblemType.SALE_ENDED;
        }
        return now.isBefore(sale.opensAt()) ? ProblemType.SALE_NOT_OPEN : null;
    }

    private @Nullable ProblemType add(SaleWithStock sale, long userId, @Nullable WaitingShopper before) {
        Optional<StockGateState> gate = gates.warm(sale.id(), sale.underOneLimit());
        if (gate.isEmpty()) {
            return ProblemType.SALE_WARMING_UP;
        }
        if (gates.held(sale.underOneLimit(), userId, sale.purchaseLimit()) >= sale.purchaseLimit()) {
            return ProblemType.ALREADY_PURCHASED;
        }
        if (!sale.waitingList() && gate.get().remaining() > 0) {
            return ProblemType.NOT_SOLD_OUT;
        }
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            if (isAdded(sale.id(), userId, before)) {
                return null;
            }
            if (sale.waitingList()) {
                return ProblemType.NOT_SOLD_OUT; // it has just closed, as units are left
            }
            if (list.setOpen(sale.id(), true) > 0) {
                catalogue.refresh(sale.id());
            }
        }
        return ProblemType.SALE_WARMING_UP; // it closes again and again, as units are left
    }

    /** Returns false if the list is not open. */
    private boolean isAdded(long saleId, long userId, @Nullable WaitingShopper before) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            if (!Boolean.TRUE.equals(list.isOpenForNow(saleId))) {
                return false;
            }
            if (before != null) {
                list.forget(before.place());
            }
            list.add(saleId, userId, clock.instant());
            return true;
        }));
    }

    Outcome find(long saleId, long userId) {
        Optional<SaleWithStock> sale = catalogue.find(saleId);
        if (sale.isEmpty()) {
            return new Outcome.Refused(ProblemType.SALE_NOT_FOUND);
        }
        WaitingShopper row = list.find(saleId, userId);
        if (row == null) {
            return new Outcome.Refused(ProblemType.NOT_WAITING);
        }
        if (!row.state().isInLine()) {
            return new Outcome.InList(row.state(), null, null);
        }
        if (sale.get().calledOff() || !clock.instant().isBefore(sale.get().closesAt())) {
            return new Outcome.InList(State.ENDED, null, null);
        }
        return row.offeredUntil() != null
                ? new Outcome.InList(State.OFFERED, null, row.offeredUntil())
                : new Outcome.InList(State.WAITING, front.ahead(saleId, row.place()), null);
    }

    /** Takes the shopper off the list; a unit that is kept for them goes to the next one within about two seconds. */
    void leave(long saleId, long userId) {
        list.leave(saleId, userId);
    }
}
