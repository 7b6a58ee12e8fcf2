package io.flashsale.order.provider;

import java.time.Clock;
import java.time.Instant;
import java.util.Currency;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** Delegates to the mock provider, unless a test makes it refuse or lose the answer. */
public final class StubPaymentProvider implements PaymentProvider {

    public enum Behaviour {
        APPROVING,
        /** Neither charges nor refunds. */
        DECLINING,
        /** Charges or refunds, then loses the answer. */
        NOT_ANSWERING,
        /** Charges, and then the process that asked dies. */
        DYING
    }

    /** Replaces the mock in every IT. */
    @TestConfiguration
    public static class Instead {

        @Bean("paymentProvider")
        StubPaymentProvider stubPaymentProvider(
                MockProviderMapper records, NotificationSignature signature, JsonMapper json) {
            return new StubPaymentProvider(new MockPaymentProvider(records, signature, json, Clock.systemUTC()));
        }
    }

    private final PaymentProvider mock;
    private final List<Long> charged = new CopyOnWriteArrayList<>();
    private final Set<Currency> currencies = ConcurrentHashMap.newKeySet();
    private final Map<Long, Behaviour> ofOrders = new ConcurrentHashMap<>();
    private volatile Behaviour behaviour = Behaviour.APPROVING;
    private volatile Behaviour refunding = Behaviour.APPROVING;
    private volatile boolean recordsAreAway;
    private volatile boolean oneAtATime;
    private volatile Runnable beforeAnswer = () -> {};
    private volatile Consumer<String> beforeRefund = charge -> {};

    private StubPaymentProvider(PaymentProvider mock) {
        this.mock = mock;
    }

    /** Sets the behaviour of charges. */
    public void behave(Behaviour next) {
        behaviour = next;
    }

    /** Sets the behaviour of charges for this order. */
    public void behave(long order, Behaviour next) {
        ofOrders.put(order, next);
    }

    /** Charges no groups, like most providers. */
    public void takeOneAtATime() {
        oneAtATime = true;
    }

    /** Sets the behaviour of refunds. */
    public void behaveWhenRefunding(Behaviour next) {
        refunding = next;
    }

    /** Lets nobody read the provider's records. */
    public void closeRecords() {
        recordsAreAway = true;
    }

    public void openRecords() {
        recordsAreAway = false;
    }

    /** Runs the action while the shopper waits for the next answers. */
    public void beforeAnswering(Runnable action) {
        beforeAnswer = action;
    }

    /** Runs the action at the start of each attempt to refund a charge, and passes the charge. */
    public void beforeRefunding(Consumer<String> action) {
        beforeRefund = action;
    }

    public void reset() {
        behaviour = Behaviour.APPROVING;
        refunding = Behaviour.APPROVING;
        recordsAreAway = false;
        oneAtATime = false;
        ofOrders.clear();
        beforeAnswer = () -> {};
        beforeRefund = charge -> {};
        charged.clear();
        currencies.clear();
    }

    /** The amounts of all requested charges. */
    public List<Long> charged() {
        return charged;
    }

    /** The currencies of all requested charges and refunds. */
    public Set<Currency> currencies() {
        return currencies;
    }

    @Override
    public Charge charge(long orderId, Money amount) {
        note(amount);
        beforeAnswer.run();
        return behaviourFor(orderId) == Behaviour.DECLINING
                ? new Charge.Declined()
                : answered(orderId, mock.charge(orderId, amount));
    }

    @Override
    public Set<String> methods() {
        return mock.methods();
    }

    @Override
    public boolean isMock() {
        return mock.isMock();
    }

    @Override
    public Charge charge(long orderId, Money amount, String method) {
        note(amount);
        return answered(orderId, mock.charge(orderId, amount, method));
    }

    @Override
    public List<Charge> chargeAll(List<Due> dues) {
        if (oneAtATime) {
            return PaymentProvider.super.chargeAll(dues);
        }
        dues.forEach(due -> note(due.amount()));
        beforeAnswer.run();
        List<Due> accepted = dues.stream()
                .filter(due -> behaviourFor(due.orderId()) != Behaviour.DECLINING)
                .toList();
        Iterator<Charge> made = mock.chargeAll(accepted).iterator();
        return dues.stream()
                .map(due -> accepted.contains(due) ? answered(due.orderId(), made.next()) : new Charge.Declined())
                .toList();
    }

    private void note(Money amount) {
        charged.add(amount.cents());
        currencies.add(amount.currency());
    }

    private Behaviour behaviourFor(long order) {
        return ofOrders.getOrDefault(order, behaviour);
    }

    private Charge answered(long order, Charge made) {
        return switch (behaviourFor(order)) {
            case APPROVING, DECLINING -> made;
            case NOT_ANSWERING -> new Charge.Unknown();
            case DYING -> throw new IllegalStateException("the process has died");
        };
    }

    @Override
    public Refund refund(String chargeId, Money amount, String idempotencyKey) {
        currencies.add(amount.currency());
        beforeRefund.accept(chargeId);
        if (refunding == Behaviour.DECLINING) {
            return new Refund.Refused("the card is closed");
        }
        Refund made = mock.refund(chargeId, amount, idempotencyKey);
        return refunding == Behaviour.APPROVING ? made : new Refund.Unknown("no answer");
    }

    @Override
    public List<PaymentNotification> charges(Position after, Instant until, int limit) {
        if (recordsAreAway) {
            throw new IllegalStateException("the records are closed");
        }
        return mock.charges(after, until, limit);
    }
}
