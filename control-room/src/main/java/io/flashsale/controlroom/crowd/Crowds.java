package io.flashsale.controlroom.crowd;

import io.flashsale.client.NoAnswerException;
import io.flashsale.controlroom.ServiceAddresses;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** The crowd that is under way on this instance, at most one, and the last few that were. */
@Component
class Crowds implements DisposableBean {

    static final Duration MAX_DURATION = Duration.ofMinutes(2);
    private static final int REMEMBERED = 20;

    private final Shop shop;
    private final Semaphore place = new Semaphore(1);
    private final AtomicLong ids = new AtomicLong(System.currentTimeMillis());
    private final SequencedMap<String, Crowd> crowds = new LinkedHashMap<>();

    Crowds(ServiceAddresses services) {
        this.shop = new Shop(services.gatewayUrl());
    }

    sealed interface Outcome {
        record Started(Crowd crowd) implements Outcome {}

        record Busy() implements Outcome {}

        record NoSuchSale() implements Outcome {}

        /** This installation makes no simulated shoppers. */
        record NoShoppers() implements Outcome {}

        /** The shop does not answer as it should; nobody was sent. */
        record ShopUnavailable() implements Outcome {}
    }

    /** Sends a crowd in the name of the admin whose token it is. */
    Outcome send(long saleId, int shoppers, Duration arriveWithin, String adminToken) throws InterruptedException {
        if (!place.tryAcquire()) {
            return new Outcome.Busy();
        }
        boolean underWay = false;
        try {
            Outcome outcome = gather(saleId, shoppers, arriveWithin, adminToken);
            underWay = outcome instanceof Outcome.Started;
            return outcome;
        } finally {
            if (!underWay) {
                place.release();
            }
        }
    }

    private Outcome gather(long saleId, int shoppers, Duration arriveWithin, String adminToken)
            throws InterruptedException {
        try {
            if (!shop.knows(saleId)) {
                return new Outcome.NoSuchSale();
            }
        } catch (NoAnswerException unreachable) {
            return new Outcome.ShopUnavailable();
        }
        return switch (shop.signUp(shoppers, adminToken)) {
            case Shop.SignUp.Coming coming -> {
                String id = Long.toString(ids.incrementAndGet());
                Crowd crowd = new Crowd(
                        new CrowdPlan(id, saleId, shoppers, arriveWithin, MAX_DURATION), shop, coming, place::release);
                remember(crowd);
                crowd.start();
                yield new Outcome.Started(crowd);
            }
            case Shop.SignUp.NotOffered _ -> new Outcome.NoShoppers();
            case Shop.SignUp.Unavailable _ -> new Outcome.ShopUnavailable();
        };
    }

    private synchronized void remember(Crowd crowd) {
        crowds.put(crowd.plan().id(), crowd);
        if (crowds.size() > REMEMBERED) {
            crowds.remove(crowds.keySet().iterator().next());
        }
    }

    synchronized Optional<Crowd> find(String id) {
        return Optional.ofNullable(crowds.get(id));
    }

    synchronized List<Crowd> newestFirst() {
        return List.copyOf(crowds.sequencedValues().reversed());
    }

    @Override
    public void destroy() {
        newestFirst().forEach(Crowd::cancel);
        shop.close();
    }
}
