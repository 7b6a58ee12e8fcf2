package io.flashsale.entry;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.entry.lottery.Lotteries;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.entry.sale.EntrySale;
import io.flashsale.entry.sale.EntrySales;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Shows the public state of a waiting room. It is the same for all, so one answer a second serves everybody. */
@Component
class ServingBoard {

    private final EntrySales sales;
    private final EntryScripts scripts;
    private final Lotteries lotteries;
    private final EntryProperties properties;

    ServingBoard(EntrySales sales, EntryScripts scripts, Lotteries lotteries, EntryProperties properties) {
        this.sales = sales;
        this.scripts = scripts;
        this.lotteries = lotteries;
        this.properties = properties;
    }

    enum State {
        /** The sale has not opened. */
        WAITING,
        SERVING,
        /** Tickets and turns are out for all units; serving goes on once a unit comes back. */
        PAUSED,
        ENDED
    }

    /**
     * @param entered the last given number
     * @param serving the last served place
     * @param unclaimed numbers up to {@code entered}, with places behind {@code serving}, that belong to nobody since
     *     Redis was lost; they are passed over at once
     * @param rate places served a second, of late
     * @param remaining unsold units
     * @param revision of the sale; a new one says that the sale has changed
     * @param turnSeconds how long shoppers may fetch the ticket once their place is served; absent if nobody waits
     *     for a turn
     * @param lottery of a sale that is drawn; absent in others
     */
    record View(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
            EntryMode mode,
            long entered,
            long serving,
            long unclaimed,
            long rate,
            long remaining,
            long revision,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long turnSeconds,

            State state,
            @JsonInclude(JsonInclude.Include.NON_NULL) Lotteries.@Nullable Published lottery,
            Instant serverTime) {}

    /** The answer about a sale. */
    sealed interface Answer {
        record Known(View view) implements Answer {}

        record NoSuchSale() implements Answer {}

        record NoEntry() implements Answer {}

        /** The entry is being rebuilt. */
        record NotYet() implements Answer {}
    }

    Answer of(long saleId) {
        var sale = sales.find(saleId);
        if (sale.isEmpty()) {
            return new Answer.NoSuchSale();
        }
        if (sale.get().entryMode() == EntryMode.OPEN) {
            return new Answer.NoEntry();
        }
        Optional<EntryState> state = scripts.look(saleId);
        return state.isEmpty() ? new Answer.NotYet() : new Answer.Known(view(sale.get(), state.get()));
    }

    private View view(EntrySale sale, EntryState state) {
        return new View(
                sale.id(),
                sale.entryMode(),
                state.given(),
                state.serving(),
                state.unclaimed(),
                state.pace(),
                Math.max(0, state.remaining()),
                sale.revision(),
                sale.entryMode().queues() ? properties.turn().toSeconds() : null,
                stateOf(state),
                lotteries.published(sale.id()).orElse(null),
                state.now());
    }

    private static State stateOf(EntryState state) {
        if (state.hasEnded()) {
            return State.ENDED;
        }
        if (!state.isOpen()) {
            return State.WAITING;
        }
        return state.free() > 0 ? State.SERVING : State.PAUSED;
    }
}
