package io.flashsale.order.provider;

import io.flashsale.order.OrderServiceFixture;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;

/** Checks the contract on a provider that has its usual way of paying only, and takes one order at a time. */
class PlainProviderContractIT extends OrderServiceFixture implements PaymentProviderContract {

    @Autowired
    private MockProviderMapper records;

    private record Plain(PaymentProvider mock) implements PaymentProvider {

        @Override
        public Charge charge(long orderId, Money amount) {
            return mock.charge(orderId, amount);
        }

        @Override
        public Refund refund(String chargeId, Money amount, String idempotencyKey) {
            return mock.refund(chargeId, amount, idempotencyKey);
        }

        @Override
        public List<PaymentNotification> charges(Position after, Instant until, int limit) {
            return mock.charges(after, until, limit);
        }
    }

    @Override
    public PaymentProvider provider() {
        return new Plain(new MockPaymentProvider(records, signature(), json, Clock.systemUTC()));
    }

    @Override
    public NotificationSignature signature() {
        return SIGNATURE;
    }

    @Override
    public long newOrder() {
        return newId();
    }
}
