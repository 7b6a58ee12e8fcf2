package io.flashsale.lab.books;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the services keep their books. The lab reads them directly, not through the services, so that a service's bug
 * cannot hide itself; it never writes there. The databases may be on different servers.
 *
 * @param stock the database of stock-service
 * @param order the database of order-service
 * @param coupon the database of coupon-service; without it coupons cannot be audited
 */
@Validated
@ConfigurationProperties("flashsale.lab.books")
public record BooksProperties(
        @Valid Database stock,
        @Valid Database order,
        @Valid @Nullable Database coupon) {

    /** A database by its JDBC address; a user that may only read suffices. */
    public record Database(
            @NotEmpty String url,
            @NotEmpty String username,
            @DefaultValue("") String password) {}
}
