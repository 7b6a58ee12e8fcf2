package io.flashsale.entry;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.EntrySigner.Signed;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.entry.sale.EntrySale;
import io.flashsale.entry.sale.EntrySales;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Answers shoppers at the entrance of a sale. While the entry is being rebuilt, or Redis does not answer, they are
 * told to ask again.
 */
@Service
class EntryService {

    private static final Logger log = LoggerFactory.getLogger(EntryService.class);

    private final EntrySales sales;
    private final EntryNumbers numbers;
    private final EntryScripts scripts;
    private final WaitingRoom waitingRoom;
    private final TicketService tickets;

    EntryService(
            EntrySales sales,
            EntryNumbers numbers,
            EntryScripts scripts,
            WaitingRoom waitingRoom,
            TicketService tickets) {
        this.sales = sales;
        this.numbers = numbers;
        this.scripts = scripts;
        this.waitingRoom = waitingRoom;
        this.tickets = tickets;
    }

    /** The answer to a shopper. */
    sealed interface Outcome {
        record Entered(long number, String pass, Instant at) implements Outcome {}

        /** @param place null until it is known */
        record Waiting(long number, String pass, @Nullable Long place) implements Outcome {}

        /** The shopper's own purchase ticket. */
        record Ticket(String ticket, Instant expiresAt) implements Outcome {}

        /** @param properties of the problem */
        record Refused(ProblemType problem, Map<String, Object> properties) implements Outcome {

            Refused(ProblemType problem) {
                this(problem, Map.of());
            }
        }
    }

    /**
     * Returns the shopper's number in the waiting room, a new one if there is none.
     *
     * @param pass that proves an earlier number; null if there is none
     * @param countedFrom network to count if the number is new; null for none
     */
    Outcome enter(long saleId, long userId, @Nullable String pass, @Nullable String countedFrom) {
        return inSale(
                saleId,
                mode -> mode.queues()
                        ? waitingRoom.enter(saleId, userId, mode, pass, countedFrom)
                        : new Outcome.Refused(ProblemType.ENTRY_NOT_NEEDED));
    }

    /** The shopper's number and place. */
    Outcome find(long saleId, long userId) {
        return inSale(
                saleId,
                mode -> mode.queues()
                        ? waitingRoom.find(saleId, userId)
                        : new Outcome.Refused(ProblemType.NOT_ENTERED));
    }

    /**
     * The shopper's ticket: the same until it expires, and no other after that, unless the order that it was used for
     * is rejected.
     *
     * @param pass that proves their number, if shoppers wait for their turn
     * @param countedFrom as of {@link #enter}, if they do not
     */
    Outcome ticket(long saleId, long userId, @Nullable String pass, @Nullable String countedFrom) {
        return inSale(saleId, mode -> switch (mode) {
            case OPEN -> new Outcome.Refused(ProblemType.ENTRY_NOT_NEEDED);
            case TICKET -> ticketForWhoComes(saleId, userId, countedFrom);
            case QUEUE, LOTTERY -> waitingRoom.ticket(saleId, userId, pass);
        });
    }

    /** Whether a shopper enters by asking for a ticket, and gets number and ticket together. */
    boolean entersWithTicket(long saleId) {
        return sales.find(saleId)
                .map(EntrySale::entryMode)
                .filter(mode -> mode.asksForTickets() && !mode.queues())
                .isPresent();
    }

    private Outcome inSale(long saleId, Function<EntryMode, Outcome> ask) {
        Optional<? extends EntrySale> sale = sales.find(saleId);
        if (sale.isEmpty()) {
            return new Outcome.Refused(ProblemType.SALE_NOT_FOUND);
        }
        try {
            return ask.apply(sale.get().entryMode());
        } catch (RedisException unreachable) {
            log.debug("nobody enters sale {}", saleId, unreachable);
            return new Outcome.Refused(ProblemType.SALE_WARMING_UP);
        }
    }

    private Outcome ticketForWhoComes(long saleId, long userId, @Nullable String countedFrom) {
        return switch (numbers.enter(saleId, userId, EntryMode.TICKET, countedFrom)) {
            case Entering.Entered(long number, Instant at) ->
                tickets.handOut(new Signed(saleId, userId, number, at), scripts.take(saleId, userId, number, false));
            case Entering.SoldOut _ -> new Outcome.Refused(ProblemType.SOLD_OUT);
            case Entering.NotOpen(Instant opensAt) -> TicketService.notOpen(opensAt);
            case Entering.Ended _ -> new Outcome.Refused(ProblemType.SALE_ENDED);
            case Entering.Missing _, Entering.Exhausted _, Entering.Undrawn _ ->
                new Outcome.Refused(ProblemType.SALE_WARMING_UP);
        };
    }
}
