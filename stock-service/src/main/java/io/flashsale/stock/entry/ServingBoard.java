package io.flashsale.stock.entry;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.stock.catalogue.EntryMode;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import io.flashsale.stock.entry.lottery.Lotteries;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What everybody may know of a waiting room; the same for all, so that one answer a second does for them. */
@Component
class ServingBoard {

    private final SaleCatalogue catalogue;
    private final EntryScripts scripts;
    private final Lotteries lotteries;
    private final EntryProperties properties;

    ServingBoard(SaleCatalogue catalogue, EntryScripts scripts, Lotteries lotteries, EntryProperties properties) {
        this.catalogue = catalogue;
        this.scripts = scripts;
        this.lotteries = lotteries;
        this.properties = properties;
    }

    enum State {
        /** The sale has not opened. */
        WAITING,
        SERVING,
        /** There is no unit that neither a ticket nor a turn is out for; it goes on when one comes back. */
        PAUSED,
        ENDED
    }

    /**
     * @param entered the last number that was given
     * @param serving the last place that was served
     * @param unclaimed numbers up to {@code entered}, with places behind {@code serving}, that nobody has, since Redis was lost:
     *     they are passed over at once
     * @param rate places a second, of late
     * @param remaining units that nobody has bought
     * @param revision of the sale: another one says that there is something new in it
     * @param turnSeconds how long one may fetch the ticket once one's place is served; absent where nobody waits for a turn
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

    /** What is asked about. */
    sealed interface Answer {
        record Known(View view) implements Answer {}

        record NoSuchSale() implements Answer {}

        record NoEntry() implements Answer {}

        /** The entrance is being made. */
        record NotYet() implements Answer {}
    }

    Answer of(long saleId) {
        var sale = catalogue.find(saleId);
        if (sale.isEmpty()) {
            return new Answer.NoSuchSale();
        }
        if (sale.get().entryMode() == EntryMode.OPEN) {
            return new Answer.NoEntry();
        }
        Optional<EntryState> state = scripts.look(saleId);
        return state.isEmpty() ? new Answer.NotYet() : new Answer.Known(view(sale.get(), state.get()));
    }

    private View view(SaleWithStock sale, EntryState state) {
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
