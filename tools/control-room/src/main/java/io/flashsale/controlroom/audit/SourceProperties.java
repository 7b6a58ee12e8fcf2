package io.flashsale.controlroom.audit;

import io.flashsale.auditor.source.DatabaseAccess;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The databases of the services, possibly on different servers. The auditor reads them directly, so that a bug in a
 * service cannot hide itself. It never writes to them. Without the one of coupon-service, coupons cannot be audited.
 */
@Validated
@ConfigurationProperties("flashsale.auditor.source")
record SourceProperties(
        @Valid Database stock,
        @Valid Database order,
        @Valid @Nullable Database coupon) {

    /** A database by its JDBC address; a read-only user suffices. */
    record Database(
            @NotEmpty String url,
            @NotEmpty String username,
            @DefaultValue("") String password) {

        DatabaseAccess access() {
            return new DatabaseAccess(url, username, password);
        }
    }
}
