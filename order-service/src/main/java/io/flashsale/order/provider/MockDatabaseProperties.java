package io.flashsale.order.provider;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the mock provider has its tables.
 *
 * @param url of JDBC; without it they are in order-service's own database
 */
@ConfigurationProperties("flashsale.payment.mock-database")
record MockDatabaseProperties(
        @Nullable String url,
        @Nullable String username,
        @Nullable String password) {

    @Override
    public String toString() {
        return "MockDatabaseProperties[url=" + url + ", username=" + username + ", password=***]";
    }
}
