package io.flashsale.order.provider;

import io.flashsale.order.OrderServiceFixture;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Autowired;

/** Checks the contract on the mock. */
class PaymentProviderContractIT extends OrderServiceFixture implements PaymentProviderContract {

    @Autowired
    private MockProviderMapper records;

    @Override
    public PaymentProvider provider() {
        return new MockPaymentProvider(records, signature(), json, Clock.systemUTC());
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
