package io.flashsale.stock.waitinglist;

import static java.util.stream.Collectors.toMap;

import io.flashsale.admission.GateOffers;
import io.flashsale.admission.GateOffers.Status;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.CampaignChanged;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.waitinglist.WaitingListMapper.SaleOfList;
import io.flashsale.stock.waitinglist.WaitingShopper.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Offers units that came back to the next in line, once a second, on one instance.
 *
 * <p>Guarantees that no more offers are out than units are left, and that they are made by place, also if two instances
 * lead: each round of a sale has locked its row in MySQL. An offer goes through these steps, each of which may be repeated:
 * <ol>
 *   <li>A round finds a unit that is left and for which no offer is out, and notes in MySQL for whom it is set aside.
 *   <li>The next round tells the gate, and then the shopper. By then a gateway no longer knows the sale as sold out.
 *   <li>The shopper buys, which the gate marks. Or the time is over, or the shopper has left: a round takes the offer back
 *       at the gate. Only then another one can have the unit, so no clock decides about that.
 * </ol>
 */
final class WaitingListRounds {

    private static final Logger log = LoggerFactory.getLogger(WaitingListRounds.class);

    /** How many units a round sets aside in a sale. */
    private static final int MAX_CHOSEN = 500;

    /** How many shoppers' waiting a round ends when the sale ends. */
    private static final int MAX_ENDED = 5_000;

    /**
     * How long after its end a sale's list is ended, by the clock of this service. The gate stops by the clock of Redis,
     * and until then faster shoppers must not get in.
     */
    static final Duration AFTER_CLOSING = Duration.ofMinutes(1);

    private final Leadership leadership;
    private final WaitingListMapper list;
    private final StockGates gates;
    private final SaleCatalogue catalogue;
    private final TransactionTemplate transaction;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    private final Duration offer;
    private boolean failing;

    WaitingListRounds(
            Leadership leadership,
            WaitingListMapper list,
            StockGates gates,
            SaleCatalogue catalogue,
            TransactionTemplate transaction,
            ApplicationEventPublisher events,
            Clock clock,
            Duration offer) {
        this.leadership = leadership;
        this.list = list;
        this.gates = gates;
        this.catalogue = catalogue;
        this.transaction = transaction;
        this.events = events;
        this.clock = clock;
        this.offer = offer;
    }

    /** Runs one round, unless another instance leads. To be called periodically: the next round repeats what fails. */
    void run() throws InterruptedException {
        try {
            leadership.perform(this::all);
        } catch (RedisException | DataAccessException | TransactionException unreachable) {
            failed("waiting lists", unreachable);
        }
    }

    /** Looks after all lists, and returns whether none failed. */
    private boolean all() {
        boolean done = true;
        for (long saleId : list.open()) {
            try {
                one(saleId);
            } catch (RuntimeException fault) {
                failed("the waiting list of sale " + saleId, fault);
                done = false;
            }
        }
        failing &= !done;
        return done;
    }

    private void failed(String what, RuntimeException fault) {
        if (!failing) {
            log.warn("{} cannot be looked after now, will try on", what, fault);
            failing = true;
        }
    }

    private void one(long saleId) {
        boolean closed = Boolean.TRUE.equals(transaction.execute(status -> {
            SaleOfList sale = list.lock(saleId);
            return sale.open()
                    && warm(saleId).map(gate -> serve(saleId, sale, gate)).orElse(false);
        }));
        if (closed) {
            catalogue.refresh(saleId);
            events.publishEvent(new CampaignChanged(saleId));
        }
    }

    private Optional<StockGateState> warm(long saleId) {
        return gates.state(saleId).filter(StockGateState::isWarm);
    }

    /** Returns whether it has closed the list. */
    private boolean serve(long saleId, SaleOfList sale, StockGateState gate) {
        Instant now = clock.instant();
        List<WaitingShopper> offered = list.offered(saleId);
        GateOffers offers = gates.offers(saleId, gate.epoch());
        Map<Long, Long> places = offered.stream().collect(toMap(WaitingShopper::userId, WaitingShopper::place));
        offers.keepOnly(places.keySet()); // from now on, those who left cannot use theirs
        Map<Long, Status> statuses = offers.statuses(places);
        // Read after the offers: if one is used in between, this is less than it could be, not more.
        Optional<StockGateState> later = warm(saleId);
        if (later.isEmpty() || !later.get().epoch().equals(gate.epoch())) {
            return false;
        }
        long left = later.get().remaining();
        Round round = new Round(saleId, gate.epoch(), offers, now);
        long out = offered.stream()
                .filter(round::isMade)
                .filter(row -> round.isStillOut(row, Objects.requireNonNull(statuses.get(row.userId()))))
                .count();
        // All that an earlier gate admitted is in the ledger by now, or never will be.
        Set<Long> bought = offered.stream().anyMatch(row -> row.epoch() != null && !round.isMade(row))
                ? list.boughtSinceChosen(saleId)
                : Set.of();
        for (WaitingShopper row : offered) {
            if (round.isMade(row)) {
                continue;
            }
            Status status = Objects.requireNonNull(statuses.get(row.userId()));
            if (status == Status.USED
                    || bought.contains(row.place())) { // perhaps of a round that could not note the offer
                list.end(row.place(), State.BOUGHT);
            } else if (round.isOutAfterMaking(row, out < left)) {
                out++;
            }
        }
        if (sale.calledOff() || !now.isBefore(sale.closesAt().plus(AFTER_CLOSING))) {
            return list.endSome(saleId, MAX_ENDED) < MAX_ENDED && list.setOpen(saleId, false) > 0;
        }
        if (left <= out || !now.isBefore(sale.closesAt())) {
            return false;
        }
        List<WaitingShopper> next = list.next(saleId, Math.min(left - out, MAX_CHOSEN));
        for (WaitingShopper row : next) {
            if (gates.held(saleId, row.userId(), sale.purchaseLimit()) < sale.purchaseLimit()) {
                list.choose(row.place());
            } else {
                list.end(row.place(), State.LEFT); // a click from before the join took the last one that they may have
            }
        }
        return next.isEmpty() && out == 0 && list.setOpen(saleId, false) > 0;
    }

    /** One round of one sale, at the gate with this epoch. */
    private final class Round {

        private final long saleId;
        private final String epoch;
        private final GateOffers offers;
        private final Instant now;

        Round(long saleId, String epoch, GateOffers offers, Instant now) {
            this.saleId = saleId;
            this.epoch = epoch;
            this.offers = offers;
            this.now = now;
        }

        /** Whether this gate has got the offer; not so if it was rebuilt since. */
        private boolean isMade(WaitingShopper row) {
            return epoch.equals(row.epoch());
        }

        /** Ends a made offer if it was used or its time is over; returns whether it is still out. */
        private boolean isStillOut(WaitingShopper row, Status status) {
            boolean over = row.offeredUntil() != null && !now.isBefore(row.offeredUntil());
            Status then = status == Status.OPEN && over ? offers.takeBack(row.userId(), row.place()) : status;
            switch (then) {
                case USED -> list.end(row.place(), State.BOUGHT);
                case GONE -> {
                    if (over) {
                        list.end(row.place(), State.LAPSED);
                    } else {
                        list.putBack(row.place()); // a round that had lost its transaction took it back
                    }
                }
                case OPEN -> {}
            }
            return then == Status.OPEN;
        }

        /** Makes the offer, unless nothing is left for it; returns whether it is out. */
        private boolean isOutAfterMaking(WaitingShopper row, boolean hasUnit) {
            if (!hasUnit) {
                if (offers.takeBack(row.userId(), row.place()) == Status.USED) {
                    list.end(row.place(), State.BOUGHT);
                } else {
                    list.putBack(row.place());
                }
                return false;
            }
            if (offers.make(row.userId(), row.place()) == Status.USED) {
                list.end(row.place(), State.BOUGHT); // a round made it that could not note it
                return false;
            }
            announce(row);
            return true;
        }

        /** The one place where a shopper gets an offer: the gate knows it already. After a rebuild the time begins anew. */
        private void announce(WaitingShopper row) {
            Instant until = now.plus(offer);
            if (list.grant(row.place(), epoch, until) > 0) {
                events.publishEvent(new UnitOffered(saleId, row.userId(), until));
            }
        }
    }
}
