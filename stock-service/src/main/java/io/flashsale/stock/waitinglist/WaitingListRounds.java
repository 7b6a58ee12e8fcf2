package io.flashsale.stock.waitinglist;

import static java.util.stream.Collectors.partitioningBy;
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
import java.util.ArrayList;
import java.util.HashMap;
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
 *   <li>A round finds a unit that is left and for which no offer is out, notes in MySQL for whom it is set aside, and then
 *       tells the gate.
 *   <li>The next round tells the shopper. By then the gateways, whose knowledge lasts for a second, know of the offer, too.
 *   <li>The shopper buys, which the gate marks. Or the time is over, or the shopper has left: a round takes the offer back
 *       at the gate. Only then another one can have the unit, so no clock decides about that.
 * </ol>
 */
final class WaitingListRounds {

    private static final Logger log = LoggerFactory.getLogger(WaitingListRounds.class);

    /** How many offers of a sale are out at a time, which bounds what a round does while it has locked the sale's row. */
    static final int MAX_OUT = 1_000;

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
    private final Duration answer;
    private boolean failing;

    /**
     * @param offer how long a unit is kept for a shopper
     * @param answer how long one question to Redis may take. The first one without an answer ends the round of its sale
     */
    WaitingListRounds(
            Leadership leadership,
            WaitingListMapper list,
            StockGates gates,
            SaleCatalogue catalogue,
            TransactionTemplate transaction,
            ApplicationEventPublisher events,
            Clock clock,
            Duration offer,
            Duration answer) {
        this.leadership = leadership;
        this.list = list;
        this.gates = gates;
        this.catalogue = catalogue;
        this.transaction = transaction;
        this.events = events;
        this.clock = clock;
        this.offer = offer;
        this.answer = answer;
    }

    /** Runs one round, unless another instance leads. To be called periodically: the next round repeats what fails. */
    void run() throws InterruptedException {
        try {
            leadership.perform(this::all);
        } catch (RedisException | DataAccessException | TransactionException unreachable) {
            failed("waiting lists", unreachable);
        }
    }

    /**
     * Looks after all lists, and returns whether none failed. A Redis server that does not answer delays the lists of others
     * once, before any row is locked; one that falls silent later, once more.
     */
    private boolean all() {
        List<Long> open = list.open();
        Map<Long, Optional<StockGateState>> looks = gates.states(open, answer);
        boolean done = looks.keySet().containsAll(open);
        if (!done) {
            failed("some waiting lists", new RedisException("their Redis does not answer"));
        }
        for (long saleId : open) {
            try {
                warm(looks, saleId).ifPresent(gate -> one(saleId, gate.epoch()));
            } catch (RuntimeException fault) {
                failed("the waiting list of sale " + saleId, fault);
                done = false;
                if (fault instanceof RedisException) {
                    looks = gates.states(open, answer); // without other lists of the same server
                }
            }
        }
        failing &= !done;
        return done;
    }

    private static Optional<StockGateState> warm(Map<Long, Optional<StockGateState>> looks, long saleId) {
        return looks.getOrDefault(saleId, Optional.empty()).filter(StockGateState::isWarm);
    }

    private void failed(String what, RuntimeException fault) {
        if (!failing) {
            log.warn("{} cannot be looked after now, will try on", what, fault);
            failing = true;
        }
    }

    private enum Served {
        /** Units were set aside, of which the gate does not know yet. */
        CHOSEN,
        CLOSED,
        OTHERWISE
    }

    private void one(long saleId, String epoch) {
        Served served = serve(saleId, epoch, true);
        if (served == Served.CHOSEN) {
            served = serve(saleId, epoch, false);
        }
        if (served == Served.CLOSED) {
            catalogue.refresh(saleId);
            events.publishEvent(new CampaignChanged(saleId));
        }
    }

    private Served serve(long saleId, String epoch, boolean mayTell) {
        return Objects.requireNonNull(transaction.execute(status -> {
            SaleOfList sale = list.lock(saleId);
            return sale.open() ? new Round(saleId, sale, epoch, mayTell).serve() : Served.OTHERWISE;
        }));
    }

    /** One round of one sale, whose row is locked, at the gate with this epoch. */
    private final class Round {

        private final long saleId;
        private final SaleOfList sale;
        private final String epoch;
        private final boolean mayTell;
        private final List<Long> underOneLimit;
        private final GateOffers offers;
        private final Instant now = clock.instant();

        /** @param mayTell whether shoppers may be told of offers that the gate has: not right after they were made */
        Round(long saleId, SaleOfList sale, String epoch, boolean mayTell) {
            this.saleId = saleId;
            this.sale = sale;
            this.epoch = epoch;
            this.mayTell = mayTell;
            this.underOneLimit = catalogue.find(saleId).orElseThrow().underOneLimit();
            this.offers = gates.offers(saleId, epoch, answer);
        }

        Served serve() {
            List<WaitingShopper> offered = list.offered(saleId);
            Map<Long, Status> statuses =
                    offers.keepOnly(places(offered)); // from now on, those who left cannot use theirs
            // Read after the offers: if one is used in between, this is less than it could be, not more.
            Optional<StockGateState> gate = gates.warm(saleId, underOneLimit, answer);
            if (gate.isEmpty() || !gate.get().epoch().equals(epoch)) {
                return Served.OTHERWISE;
            }
            long left = gate.get().remaining();
            long out = lookAfter(offered.stream().filter(this::isMade).toList(), statuses);
            out += make(offered.stream().filter(row -> !isMade(row)).toList(), statuses, left - out);
            if (sale.calledOff() || !now.isBefore(sale.closesAt().plus(AFTER_CLOSING))) {
                return close(endSome() < MAX_ENDED);
            }
            long free = Math.min(left, MAX_OUT) - out;
            if (free <= 0 || isOver()) {
                return Served.OTHERWISE;
            }
            List<WaitingShopper> next = list.next(saleId, free);
            if (next.isEmpty()) {
                return close(out == 0);
            }
            choose(next);
            return Served.CHOSEN;
        }

        /** Whether nothing is offered any more, and nobody can join. */
        private boolean isOver() {
            return sale.calledOff() || !now.isBefore(sale.closesAt());
        }

        /** Ends the waiting of some shoppers, and returns of how many. */
        private int endSome() {
            List<WaitingShopper> some = list.some(saleId, MAX_ENDED);
            if (!some.isEmpty()) {
                list.endAll(some.stream().map(WaitingShopper::place).toList());
                events.publishEvent(new ListEnded(saleId, some));
            }
            return some.size();
        }

        private Served close(boolean nothingIsOut) {
            return nothingIsOut && list.setOpen(saleId, false) > 0 ? Served.CLOSED : Served.OTHERWISE;
        }

        private void choose(List<WaitingShopper> next) {
            List<Long> users = next.stream().map(WaitingShopper::userId).toList();
            Set<Long> holdingAll = gates.holdingAll(underOneLimit, users, sale.purchaseLimit(), answer);
            List<Long> chosen = new ArrayList<>();
            for (WaitingShopper row : next) {
                if (holdingAll.contains(row.userId())) {
                    list.end(
                            row.place(),
                            State.LEFT); // a click from before the join, or for a variant, took the last one
                } else {
                    chosen.add(row.place());
                }
            }
            if (!chosen.isEmpty()) {
                list.choose(chosen);
            }
        }

        /** Whether this gate has got the offer, and the shopper was told; not so if it was rebuilt since. */
        private boolean isMade(WaitingShopper row) {
            return epoch.equals(row.epoch());
        }

        private boolean isOver(WaitingShopper row) {
            return row.offeredUntil() != null && !now.isBefore(row.offeredUntil());
        }

        /** Ends made offers that were used or whose time is over; returns how many are still out. */
        private long lookAfter(List<WaitingShopper> made, Map<Long, Status> statuses) {
            Map<Long, Status> present = new HashMap<>(statuses);
            present.putAll(offers.takeBack(places(made.stream()
                    .filter(row -> statuses.get(row.userId()) == Status.OPEN && isOver(row))
                    .toList())));
            long out = 0;
            for (WaitingShopper row : made) {
                switch (status(row, present)) {
                    case USED -> list.end(row.place(), State.BOUGHT);
                    case GONE -> {
                        if (isOver(row)) {
                            lapse(row);
                        } else {
                            list.putBack(row.place()); // a round that had lost its transaction took it back
                        }
                    }
                    case OPEN -> out++;
                }
            }
            return out;
        }

        private void lapse(WaitingShopper row) {
            if (list.end(row.place(), State.LAPSED) > 0) {
                events.publishEvent(
                        isOver()
                                ? new ListEnded(saleId, List.of(row))
                                : new OfferLapsed(saleId, row.userId(), Objects.requireNonNull(row.offeredUntil())));
            }
        }

        /** Makes offers as far as units are left for them; returns how many are out. */
        private long make(List<WaitingShopper> chosen, Map<Long, Status> statuses, long units) {
            // All that an earlier gate admitted is in the ledger by now, or never will be.
            Set<Long> bought =
                    chosen.stream().anyMatch(row -> row.epoch() != null) ? list.boughtSinceChosen(saleId) : Set.of();
            List<WaitingShopper> out = new ArrayList<>();
            List<WaitingShopper> tooMany = new ArrayList<>();
            for (WaitingShopper row : chosen) {
                if (status(row, statuses) == Status.USED || bought.contains(row.place())) {
                    list.end(row.place(), State.BOUGHT); // perhaps before the shopper was told
                } else {
                    (out.size() < units ? out : tooMany).add(row);
                }
            }
            Map<Long, Status> takenBack = offers.takeBack(places(tooMany));
            for (WaitingShopper row : tooMany) {
                if (status(row, takenBack) == Status.USED) {
                    list.end(row.place(), State.BOUGHT);
                } else {
                    list.putBack(row.place());
                }
            }
            Map<Boolean, List<WaitingShopper>> byGate =
                    out.stream().collect(partitioningBy(row -> status(row, statuses) == Status.OPEN));
            offers.make(places(byGate.getOrDefault(false, List.of())));
            if (mayTell) {
                byGate.getOrDefault(true, List.of()).forEach(this::announce);
            }
            return out.size();
        }

        /** The one place where a shopper gets an offer: the gate knows it already. After a rebuild the time begins anew. */
        private void announce(WaitingShopper row) {
            Instant until = now.plus(offer);
            if (list.grant(row.place(), epoch, until) > 0) {
                events.publishEvent(new UnitOffered(saleId, row.userId(), until));
            }
        }

        private static Status status(WaitingShopper row, Map<Long, Status> statuses) {
            return Objects.requireNonNull(statuses.get(row.userId()));
        }

        private static Map<Long, Long> places(List<WaitingShopper> rows) {
            return rows.stream().collect(toMap(WaitingShopper::userId, WaitingShopper::place));
        }
    }
}
