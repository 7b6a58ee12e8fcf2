package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.SameSiteAttribute;
import io.flashsale.accounts.testing.OpenIdProvider;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import java.util.EnumSet;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logging in with an OpenID provider, which is another site, through the gateway. */
@Tag("long")
@ExtendWith(Chromium.class)
class ProviderLogInPageIT {

    private static OpenIdProvider provider;
    private static RunningSystem system;

    @BeforeAll
    static void start() {
        int port = Ports.free();
        String callback = "http://127.0.0.1:" + port + "/api/session/provider/callback";
        provider = OpenIdProvider.start(callback);
        system = RunningSystem.start(
                RunningSystem.servers("provider").mariaDb().redis().kafka(),
                EnumSet.copyOf(RunningSystem.SELLING),
                1,
                (stack, wiring) -> {
                    wiring.gatewayPort(port);
                    Map.of(
                                    "ISSUER",
                                    provider.issuer(),
                                    "NAME",
                                    "Example ID",
                                    "CLIENT_ID",
                                    OpenIdProvider.CLIENT_ID,
                                    "CLIENT_SECRET",
                                    OpenIdProvider.CLIENT_SECRET,
                                    "REDIRECT_URI",
                                    callback,
                                    "ANSWER_TIMEOUT",
                                    "20s")
                            .forEach((setting, value) -> wiring.environment(
                                    ServiceName.ORDER, "FLASHSALE_ACCOUNTS_PROVIDER_" + setting, value));
                });
    }

    @AfterAll
    static void stop() {
        system.close();
        provider.close();
    }

    private static void leavesForTheProvider(Page page) {
        button(page, "Sign in with Example ID").waitFor();
        button(page, "Sign in with Example ID").click();
        page.waitForURL(url -> url.startsWith(provider.issuer())); // the shop's form has fields of the same names
    }

    private static void logsIn(Page page) {
        leavesForTheProvider(page);
        page.locator("#username").fill("pat");
        page.locator("#password").fill(OpenIdProvider.PASSWORD);
        page.locator("button[type=submit]").click();
        assertThat(page.locator(".account .who")).containsText("pat");
    }

    @Test
    void bringsTheShopperBackToThePageThatTheyWanted() {
        Visitor visitor = Visitor.arrivesBy(system.services.gatewayUrl()).opens("/orders");
        Page page = visitor.page;
        logsIn(page);
        assertThat(page.url()).isEqualTo(system.services.gatewayUrl() + "/orders");
        assertThat(visitor.context.cookies(system.services.gatewayUrl()))
                .filteredOn(cookie -> !cookie.name.equals("JSESSIONID")) // of the provider
                .singleElement()
                .satisfies(cookie -> assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT));
    }

    @Test
    void goesOnToThePageThatTheyWantedAfterARefusal() {
        Visitor visitor = Visitor.arrivesBy(system.services.gatewayUrl()).opens("/orders");
        leavesForTheProvider(visitor.page);
        visitor.opens("/api/session/provider/callback?error=access_denied&state=x");
        assertThat(visitor.alert()).containsText("did not confirm");
        logsIn(visitor.page);
        assertThat(visitor.page.url()).isEqualTo(system.services.gatewayUrl() + "/orders");
    }

    @Test
    void logsInTheOtherTabsToo() {
        Visitor visitor = Visitor.arrivesBy(system.services.gatewayUrl()).opens("/orders");
        Page other = visitor.context.newPage();
        other.navigate("/orders");
        button(other, "Sign in with Example ID").waitFor();
        logsIn(visitor.page);
        assertThat(other.locator(".account .who")).containsText("pat");
        assertThat(other).hasURL(Pattern.compile("http://[^/]+/orders"));
    }

    @Test
    void asksForNoPasswordWhereThereIsNone() {
        Visitor visitor = Visitor.arrivesBy(system.services.gatewayUrl()).opens("/account");
        logsIn(visitor.page);
        visitor.page.getByText("this account has no password").waitFor();
        assertThat(visitor.page.locator("#currentPassword")).hasCount(0);
    }

    @Test
    void saysThatItWasTooOften() {
        Visitor visitor = Visitor.arrivesBy(system.services.gatewayUrl()).opens("/login?refused=rate-limited");
        assertThat(visitor.alert()).containsText("too fast");
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.system.browser.AppearanceIT#oppositeLooks")
    void offersTheProviderOnThePageForLoggingIn(Looks looks) {
        Visitor visitor = Visitor.arrivesBy(system.services.gatewayUrl(), looks)
                .opens("/login?refused=log-in-provider-unavailable");
        visitor.having("button", "Example ID").waitFor();
        visitor.alert().waitFor();
        visitor.inspects("log-in-with-provider");
    }

    @Test
    void saysThatTheProviderDidNotConfirm() {
        Visitor visitor = Visitor.arrivesBy(system.services.gatewayUrl())
                .opens("/api/session/provider/callback?code=of-somebody-else&state=x");
        assertThat(visitor.alert()).containsText("did not confirm");
    }
}
