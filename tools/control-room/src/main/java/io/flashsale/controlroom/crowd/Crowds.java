package io.flashsale.controlroom.crowd;

import io.flashsale.client.ShopClientException;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.controlroom.ShopAddresses;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Keeps the running crowd of this instance, at most one, and the last few before it. */
@Component
class Crowds implements DisposableBean {

    private static final int REMEMBERED = 20;

    private final CrowdShop shop;
    private final Duration patience;
    private final Semaphore place = new Semaphore(1);
    private final AtomicLong ids = new AtomicLong(System.currentTimeMillis());
    private final SequencedMap<String, Crowd> crowds = new LinkedHashMap<>();

    @Autowired
    Crowds(ShopAddresses services) {
        this(new CrowdShop(services.gatewayUrl(), CrowdShop.CONNECT_TIMEOUT, CrowdShop.TIMEOUT), Duration.ZERO);
    }

    /** @param patience how much longer than planned a crowd waits for answers */
    Crowds(CrowdShop shop, Duration patience) {
        this.shop = shop;
        this.patience = patience;
    }

    sealed interface Outcome {
        record Started(Crowd crowd) implements Outcome {}

        record Busy() implements Outcome {}

        record NoSuchSale() implements Outcome {}

        /** This installation creates no simulated shoppers. */
        record NoShoppers() implements Outcome {}

        /** The crowd exceeds a limit; {@code fault} is a sentence for the administrator. */
        record TooMuch(String fault) implements Outcome {}

        /** It would have to wait too long in the waiting room. */
        record OpensLater() implements Outcome {}

        /** The shop does not answer as it should; no crowd was sent. */
        record ShopUnavailable() implements Outcome {}
    }

    /** Sends a crowd with the token of an administrator. */
    Outcome send(long saleId, int shoppers, Duration arriveWithin, ScriptShare scripts, String adminToken)
            throws InterruptedException {
        if (!place.tryAcquire()) {
            return new Outcome.Busy();
        }
        boolean underWay = false;
        try {
            Outcome outcome = plan(saleId, shoppers, arriveWithin, scripts, adminToken);
            underWay = outcome instanceof Outcome.Started;
            return outcome;
        } catch (ShopClientException unreachable) {
            return new Outcome.ShopUnavailable();
        } finally {
            if (!underWay) {
                place.release();
            }
        }
    }

    private Outcome plan(long saleId, int shoppers, Duration arriveWithin, ScriptShare scripts, String adminToken)
            throws InterruptedException {
        Optional<CrowdSale> sale = shop.find(saleId);
        if (sale.isEmpty()) {
            return new Outcome.NoSuchSale();
        }
        String id = Long.toString(ids.incrementAndGet());
        CrowdPlan plan = new CrowdPlan(id, sale.get(), shoppers, arriveWithin, scripts);
        Optional<String> fault = plan.fault();
        if (fault.isPresent()) {
            return new Outcome.TooMuch(fault.get());
        }
        return plan.comesInVain() ? new Outcome.OpensLater() : gather(plan, adminToken);
    }

    private Outcome gather(CrowdPlan plan, String adminToken) throws InterruptedException {
        Optional<Stream<SimulatedShopper>> coming = shop.signUp(plan.shoppers(), adminToken);
        if (coming.isEmpty()) {
            return new Outcome.NoShoppers();
        }
        Crowd crowd = new Crowd(plan, shop, coming.get(), plan.maxDuration().plus(patience), place::release);
        remember(crowd);
        crowd.start();
        return new Outcome.Started(crowd);
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
