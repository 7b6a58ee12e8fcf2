package io.flashsale.gateway.storefront;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the pages show besides the shop.
 *
 * @param demoAccounts accounts that every page offers to log in with, password and all; none outside the demo
 */
@ConfigurationProperties("flashsale.gateway.storefront")
record StorefrontProperties(@DefaultValue List<DemoAccount> demoAccounts) {

    record DemoAccount(String username, String password) {}
}
