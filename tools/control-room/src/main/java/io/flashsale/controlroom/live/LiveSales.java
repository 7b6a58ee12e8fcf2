package io.flashsale.controlroom.live;

import io.flashsale.commons.background.StreamLifecycle;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;

/** The sales that viewers watch on this instance. */
@Component
class LiveSales extends StreamLifecycle {

    static final int MAX_VIEWERS = 100;

    private final Instruments.Sources sources;
    private final Map<Long, LiveSale> watched = new ConcurrentHashMap<>();
    private final Semaphore places = new Semaphore(MAX_VIEWERS);

    LiveSales(Instruments.Sources sources) {
        this.sources = sources;
    }

    /** A viewer of a sale; has to be closed. */
    final class Viewer implements AutoCloseable {

        private final LiveSale sale;

        private Viewer(LiveSale sale) {
            this.sale = sale;
        }

        LiveSale sale() {
            return sale;
        }

        @Override
        public void close() {
            sale.leave();
            places.release();
        }
    }

    /** Adds a viewer; empty if there are too many already. */
    Optional<Viewer> join(long saleId) {
        if (!places.tryAcquire()) {
            return Optional.empty();
        }
        return Optional.of(new Viewer(watched.compute(saleId, (id, present) -> {
            if (present != null && present.join()) {
                return present;
            }
            LiveSale sale = new LiveSale(saleId, new Instruments(saleId, sources));
            sale.join();
            sale.start(this::forget);
            return sale;
        })));
    }

    /** The number of sales with viewers. */
    int watched() {
        return watched.size();
    }

    private void forget(LiveSale ended) {
        watched.remove(ended.saleId(), ended);
    }

    @Override
    protected void endStreams() {
        watched.values().forEach(LiveSale::end);
    }
}
