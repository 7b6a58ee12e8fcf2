package io.flashsale.storefront;

import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configures what the pages show besides the shop.
 *
 * @param demoAccounts accounts that every page offers to log in with, including the password; none outside the demo
 * @param absent parts that do not run here: no page leads to them
 * @param small whether every page says that these parts are absent because the machine is small
 */
@ConfigurationProperties("flashsale.gateway.storefront")
record StorefrontProperties(
        @DefaultValue List<DemoAccount> demoAccounts,
        @DefaultValue Set<Part> absent,
        @DefaultValue("false") boolean small) {

    /** Optional parts of the shop; the pages know these names. */
    enum Part {
        COUPONS,
        CONTROL_ROOM,
        LOCK_LAB
    }

    record DemoAccount(String username, String password) {}
}
