package io.flashsale.order.webpush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.accounts.AllSessionsEnded;
import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.message.Notifications;
import io.flashsale.order.webpush.StubPushService.Browser;
import io.flashsale.order.webpush.StubPushService.Received;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Messages reach browsers that subscribed, whatever their push services answer. */
class WebPushIT extends OrderServiceFixture {

    @Autowired
    private Notifications notifications;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private ApplicationEventPublisher events;

    private void tell(MessageForShopper message) {
        transaction.executeWithoutResult(status -> notifications.tell(List.of(message)));
    }

    private static MessageForShopper reminder(long user) {
        return MessageForShopper.reminder(user, 7, "A lamp || 台灯", Instant.now().plus(Duration.ofMinutes(10)));
    }

    private static MessageForShopper refunded(long user, long order) {
        return MessageForShopper.refunded(user, 7, order, "A lamp", 1_990);
    }

    private Answer subscribe(long user, String subscription) {
        return call("POST", "/api/push/subscriptions", token(user), subscription);
    }

    private Browser subscribed(long user) {
        Browser browser = PUSH.browser();
        assertStatus(subscribe(user, browser.subscription()), 204);
        return browser;
    }

    private long subscriptionsOf(long user) {
        return number("SELECT COUNT(*) FROM push_subscription WHERE user_id = ?", user);
    }

    private void awaitNothingDue(long user) {
        await().until(() -> number("""
                        SELECT COUNT(*) FROM push_due d JOIN message m ON m.id = d.message_id WHERE m.user_id = ?
                        """, user) == 0);
    }

    @Test
    void shouldReachEachBrowserEncryptedForItAndSignedByTheShop() throws GeneralSecurityException {
        long user = newId();
        List<Browser> browsers = List.of(subscribed(user), subscribed(user));
        Browser other = subscribed(newId());
        tell(refunded(user, 11));
        awaitNothingDue(user);
        String key = get("/api/push/key", user).text("publicKey");
        for (Browser browser : browsers) {
            assertThat(browser.received).hasSize(1);
            Received push = browser.received.getFirst();
            JsonNode message = browser.message(push);
            assertThat(texts(message, "kind", "title", "path")).containsExactly("REFUNDED", "A lamp", "/orders/11");
            assertThat(message.path("id").asString())
                    .isEqualTo(Long.toString(number("SELECT id FROM message WHERE user_id = ?", user)));
            assertThat(push.headers().getFirst("Content-Encoding")).isEqualTo("aes128gcm");
            assertThat(push.headers().getFirst("TTL")).isEqualTo("86400");
            JsonNode claims = StubPushService.claims(push.headers().getFirst("Authorization"), key);
            assertThat(texts(claims, "aud", "sub")).containsExactly(PUSH.url(), "mailto:operator@shop.example");
            assertThat(Instant.ofEpochSecond(claims.path("exp").asLong()))
                    .isBetween(Instant.now(), Instant.now().plus(Duration.ofDays(1)));
        }
        assertThat(browsers.getFirst().received.getFirst().body())
                .isNotEqualTo(browsers.getLast().received.getFirst().body());
        assertThat(other.received).isEmpty();
    }

    @Test
    void shouldBeKeptNoLongerThanTheMessageMatters() {
        long user = newId();
        Browser browser = subscribed(user);
        tell(reminder(user));
        awaitNothingDue(user);
        assertThat(Long.parseLong(browser.received.getFirst().headers().getFirst("TTL")))
                .isBetween(1L, 600L);
    }

    @Test
    void shouldBeTriedAgainUntilThePushServiceTakesItAndNeverBlockThePage() {
        long user = newId();
        Browser browser = subscribed(user);
        browser.answers(503, 429, 500);
        tell(refunded(user, 11));
        assertThat(get("/api/messages", user).body().path("items")).hasSize(1);
        awaitNothingDue(user);
        assertThat(browser.received).hasSize(4);
        assertThat(subscriptionsOf(user)).isEqualTo(1);
    }

    @Test
    void shouldNotWaitForTheEndOfAnAnswer() {
        long user = newId();
        Browser browser = subscribed(user);
        browser.answers(StubPushService.ENDLESS);
        tell(refunded(user, 11));
        awaitNothingDue(user);
        assertThat(browser.received).hasSize(1);
    }

    @Test
    void shouldNotPushAnOfferThatIsOver() {
        long user = newId();
        Browser browser = subscribed(user);
        tell(MessageForShopper.offer(user, 7, "7-1", "A lamp", Instant.now().minus(Duration.ofSeconds(1))));
        awaitNothingDue(user);
        assertThat(browser.received).isEmpty();
    }

    @Test
    void shouldEndWithAllSessionsOfTheAccount() {
        long user = newId();
        subscribed(user);
        transaction.executeWithoutResult(status -> events.publishEvent(new AllSessionsEnded(user)));
        assertThat(subscriptionsOf(user)).isZero();
    }

    @Test
    void shouldBeGivenUpInTheEnd() {
        long user = newId();
        Browser away = subscribed(user);
        away.answers(Stream.generate(() -> 503).limit(50).toArray(Integer[]::new));
        Browser refusing = subscribed(user);
        refusing.answers(403);
        tell(refunded(user, 11));
        awaitNothingDue(user);
        assertThat(away.received).hasSize(8);
        assertThat(refusing.received).hasSize(1);
        assertThat(subscriptionsOf(user)).isEqualTo(2);
        assertThat(get("/api/messages", user).body().path("items")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 410})
    void shouldForgetABrowserThatEndedItsSubscription(int status) {
        long user = newId();
        Browser gone = subscribed(user);
        Browser present = subscribed(user);
        gone.answers(status);
        tell(refunded(user, 11));
        awaitNothingDue(user);
        tell(refunded(user, 12));
        awaitNothingDue(user);
        assertThat(gone.received).hasSize(1);
        assertThat(present.received).hasSize(2);
        assertThat(subscriptionsOf(user)).isEqualTo(1);
    }

    @Test
    void shouldFollowNoRedirect() {
        long user = newId();
        Browser browser = subscribed(user);
        browser.answers(301, 302, 307);
        for (int order = 11; order < 14; order++) {
            tell(refunded(user, order));
            awaitNothingDue(user);
        }
        assertThat(browser.received).hasSize(3);
        assertThat(PUSH.elsewhere).isEmpty();
    }

    @Test
    void shouldGoToTheShopperWhoSubscribedLast() {
        long first = newId();
        long second = newId();
        Browser browser = subscribed(first);
        assertStatus(subscribe(second, browser.subscription()), 204);
        tell(refunded(first, 11));
        tell(refunded(second, 12));
        awaitNothingDue(second);
        awaitNothingDue(first);
        assertThat(browser.received).hasSize(1);
        assertThat(subscriptionsOf(first)).isZero();
    }

    @Test
    void shouldKeepTheNewestSubscriptionsOnly() {
        long user = newId();
        List<Browser> browsers =
                Stream.generate(() -> subscribed(user)).limit(6).toList();
        assertThat(subscriptionsOf(user)).isEqualTo(5);
        tell(refunded(user, 11));
        awaitNothingDue(user);
        assertThat(browsers).extracting(browser -> browser.received.size()).containsExactly(0, 1, 1, 1, 1, 1);
    }

    @Test
    void shouldTakeSubscriptionsAtPushServicesOnlyAndOnlyWithKeysOfABrowser() {
        long user = newId();
        String good = PUSH.browser().subscription();
        String host = PUSH.url().replaceFirst("http://", "");
        for (String bad : List.of(
                good.replace(host, "127.0.0.1:1"),
                good.replace(host, "169.254.169.254"),
                good.replace(host, "x@" + host),
                good.replace("http://" + host, "https://" + host),
                good.replace("http://", "file://"),
                good.replace("/push/", "/ /"),
                good.replaceFirst("\"p256dh\": \"...", "\"p256dh\": \"BBB"),
                good.replaceFirst("\"p256dh\": \"", "\"p256dh\": \"!"),
                good.replaceFirst("\"auth\": \"....", "\"auth\": \""),
                "{}",
                "[]")) {
            assertProblem(subscribe(user, bad), 400, "invalid-request");
        }
        assertThat(subscriptionsOf(user)).isZero();
        assertProblem(call("POST", "/api/push/subscriptions", "", good), "unauthenticated");
    }
}
