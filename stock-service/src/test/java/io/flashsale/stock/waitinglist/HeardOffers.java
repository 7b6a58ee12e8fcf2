package io.flashsale.stock.waitinglist;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.context.event.EventListener;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.stereotype.Component;

/** Hears of offers and of ends, as sale and shopper, and can fail once before it does. */
@Component
class HeardOffers {

    final AtomicBoolean failsNext = new AtomicBoolean();
    private final List<UnitOffered> heard = new CopyOnWriteArrayList<>();
    private final List<String> lapses = new CopyOnWriteArrayList<>();
    private final List<String> ends = new CopyOnWriteArrayList<>();

    @EventListener
    void hear(UnitOffered offered) {
        if (failsNext.getAndSet(false)) {
            throw new TransientDataAccessResourceException("cannot tell the shopper now");
        }
        heard.add(offered);
    }

    @EventListener
    void hear(OfferLapsed lapsed) {
        lapses.add(lapsed.saleId() + " " + lapsed.userId());
    }

    @EventListener
    void hear(ListEnded ended) {
        ended.shoppers().forEach(row -> ends.add(ended.saleId() + " " + row.userId()));
    }

    List<String> lapses() {
        return lapses;
    }

    List<String> ends() {
        return ends;
    }

    long count(long sale, long user) {
        return heard.stream()
                .filter(offer -> offer.saleId() == sale && offer.userId() == user)
                .count();
    }
}
