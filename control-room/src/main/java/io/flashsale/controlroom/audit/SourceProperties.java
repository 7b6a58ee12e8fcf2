package io.flashsale.controlroom.audit;

import io.flashsale.auditor.source.DatabaseAccess;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The databases of the services. The auditor reads them directly, not through the services, so that a service's bug cannot
 * hide itself; it never writes there. They may be on different servers.
 *
 * @param stock the database of stock-service
 * @param order the database of order-service
 * @param coupon the database of coupon-service; without it coupons cannot be audited
 */
@Validated
@ConfigurationProperties("flashsale.auditor.source")
record SourceProperties(
        @Valid Database stock,
        @Valid Database order,
        @Valid @Nullable Database coupon) {

    /** A database by its JDBC address; a user that may only read suffices. */
    record Database(
            @NotEmpty String url,
            @NotEmpty String username,
            @DefaultValue("") String password) {

        DatabaseAccess access() {
            return new DatabaseAccess(url, username, password);
        }
    }
}
