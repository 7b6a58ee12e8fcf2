package io.flashsale.stock.waitinglist;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.context.event.EventListener;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.stereotype.Component;

/** Hears of offers, and can fail once before it does. */
@Component
class HeardOffers {

    final AtomicBoolean failsNext = new AtomicBoolean();
    private final List<UnitOffered> heard = new CopyOnWriteArrayList<>();

    @EventListener
    void hear(UnitOffered offered) {
        if (failsNext.getAndSet(false)) {
            throw new TransientDataAccessResourceException("cannot tell the shopper now");
        }
        heard.add(offered);
    }

    long count(long sale, long user) {
        return heard.stream()
                .filter(offer -> offer.saleId() == sale && offer.userId() == user)
                .count();
    }
}
