package io.flashsale.storefront;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configures what the pages show besides the shop.
 *
 * @param demoAccounts accounts that every page offers to log in with, including the password; none outside the demo
 * @param absent parts that do not run here: no page leads to them
 * @param small whether every page says that these parts are absent because the machine is small
 * @param locale a form of English or Chinese: how money and times look in this language, and the language of visitors
 *     whose browser asks for neither
 */
@ConfigurationProperties("flashsale.gateway.storefront")
record StorefrontProperties(
        @DefaultValue List<DemoAccount> demoAccounts,
        @DefaultValue Set<Part> absent,
        @DefaultValue("false") boolean small,
        @DefaultValue("en-GB") Locale locale) {

    /** Of the pages, in the order in which texts of the shop have them. */
    static final List<String> LANGUAGES = List.of("en", "zh");

    StorefrontProperties {
        if (!LANGUAGES.contains(locale.getLanguage())) {
            throw new IllegalArgumentException("the pages are in English and Chinese, not in " + locale);
        }
    }

    /** Optional parts of the shop; the pages know these names. */
    enum Part {
        COUPONS,
        CONTROL_ROOM,
        LOCK_LAB
    }

    record DemoAccount(String username, String password) {}
}
