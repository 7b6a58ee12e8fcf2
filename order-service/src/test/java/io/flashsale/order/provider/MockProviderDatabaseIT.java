package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.order.OrderServiceFixture;
import java.time.Clock;
import java.util.Currency;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The mock with a database of its own keeps the contract, and writes nothing into ours. */
class MockProviderDatabaseIT extends OrderServiceFixture implements PaymentProviderContract {

    private static final SqlDatabase ITS_OWN = STACK.database().freshSchema("provider");
    private static final MockProviderDatabase DATABASE =
            new MockProviderDatabase(new MockDatabaseProperties(ITS_OWN.jdbcUrl(), ITS_OWN.user(), ITS_OWN.password()));

    @BeforeEach
    void tables() {
        for (String table : new String[] {"mock_provider_charge", "mock_provider_refund", "mock_provider_step"}) {
            update("CREATE TABLE IF NOT EXISTS " + ITS_OWN.schema() + "." + table + " LIKE " + table);
        }
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void shouldNotShowItsPassword() {
        assertThat(new MockDatabaseProperties("a", "b", "secret")).asString().doesNotContain("secret");
    }

    @Test
    void shouldWriteNothingIntoOurs() {
        long order = newOrder();
        provider().charge(order, new Money(700, Currency.getInstance("EUR")));
        assertThat(number("SELECT COUNT(*) FROM mock_provider_charge WHERE order_id = ?", order))
                .isZero();
    }

    @Override
    public PaymentProvider provider() {
        return new MockPaymentProvider(DATABASE.records(), signature(), json, Clock.systemUTC());
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
