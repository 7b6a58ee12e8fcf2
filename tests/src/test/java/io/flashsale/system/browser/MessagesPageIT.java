package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;
import static io.flashsale.system.browser.Visitor.link;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Shoppers read what the shop tells them. */
@ExtendWith(Chromium.class)
class MessagesPageIT {

    private final Shop shop = RunningSystem.get().shop;

    private long offer() {
        return shop.makeSale("""
                {"title": "Night lamp || 夜灯", "priceCents": 1999, "initialStock": 5}
                """);
    }

    private static Locator messages(Visitor visitor) {
        return visitor.page.locator("li.message");
    }

    @Test
    void sayThatASaleWasCalledOffAndTheMoneyWentBackInTheReadersLanguage() {
        Shop.User payer = shop.user();
        Shop.User hesitant = shop.user();
        long sale = offer();
        String paid = shop.buyAndAwaitPlacement(sale, payer);
        shop.pay(paid, payer);
        String unpaid = shop.buyAndAwaitPlacement(sale, hesitant);
        shop.call("POST", "/api/admin/called-off-sales/" + sale, shop.admin(), "{\"unitsBack\": true}");
        shop.awaitOrder(paid, payer, "REFUNDED");
        shop.awaitOrder(unpaid, hesitant, "CLOSED");

        Visitor english = Visitor.arrives().loggedIn(payer).opens("/orders");
        Locator envelope = link(english.page, "Messages, 2 new");
        envelope.click();
        assertThat(messages(english)).containsText(new String[] {
            "¥19.99 for “Night lamp” went back",
            "called the sale “Night lamp” off. Your payment of ¥19.99 is on its way back"
        });
        assertThat(messages(english).locator(".badge")).hasText(new String[] {"New", "New"});
        assertThat(link(english.page, "Messages")).isVisible();
        assertThat(english.page.locator(".inbox .digits")).hasCount(0);
        english.inspects("messages");
        button(english.page, "中文").click();
        assertThat(messages(english)).containsText(new String[] {"“夜灯”的 ¥19.99 已按原支付方式退回", "商店取消了秒杀“夜灯”"});
        link(messages(english).first(), "已退款").click();
        assertThat(english.page).hasURL(Pattern.compile(".*/orders/" + paid));

        for (Looks looks : List.of(Looks.PHONE, Looks.CHINESE_PHONE, Looks.DESKTOP.in("zh-CN"))) {
            Visitor visitor = Visitor.arrives(looks).loggedIn(hesitant).opens("/");
            visitor.page.locator(".inbox").click();
            assertThat(messages(visitor))
                    .containsText(new String[] {looks.language().startsWith("zh") ? "无需付款" : "You need not pay"});
            visitor.inspects("messages");
        }
    }

    @Test
    void comeBeforeASaleOpensIfAsked() {
        Shop.User user = shop.user();
        long sale = shop.makeSale("""
                {"title": "Night lamp || 夜灯", "priceCents": 1999, "initialStock": 5,
                 "opensAt": "2099-06-25T18:30:00Z", "closesAt": "2099-12-01T00:00:00Z"}
                """);
        Visitor stranger = Visitor.arrives(Looks.PHONE).opensSale(sale);
        link(stranger.page, "Remind me").click();
        assertThat(stranger.page).hasURL(Pattern.compile(".*/login\\?then=/sales/" + sale));

        for (Looks looks : List.of(Looks.CHINESE_PHONE, Looks.DESKTOP)) {
            boolean chinese = looks.language().startsWith("zh");
            Visitor visitor = Visitor.arrives(looks).loggedIn(user).opensSale(sale);
            button(visitor.page, chinese ? "提醒我" : "Remind me").click();
            assertThat(visitor.page.locator(".opens [role=status]"))
                    .containsText(chinese ? "开始前 10 分钟" : "10 min before it opens");
            visitor.inspects("reminder");
            visitor.opensSale(sale);
            button(visitor.page, chinese ? "取消提醒" : "Do not remind me").click();
            assertThat(visitor.page.locator(".opens [role=status]")).hasText("");
        }
        Visitor visitor = Visitor.arrives().loggedIn(user).opensSale(sale);
        button(visitor.page, "Remind me").click();
        assertThat(button(visitor.page, "Do not remind me")).isVisible();
        shop.amend(sale, "{\"opensAt\": \"" + Instant.now().plus(Duration.ofMinutes(9)) + "\"}");
        await().pollInSameThread().until(() -> {
            visitor.opens("/messages");
            visitor.page.locator("li.message, .empty").first().waitFor();
            return messages(visitor).count() == 1;
        });
        assertThat(messages(visitor)).containsText("“Night lamp” opens on");
        link(messages(visitor), "A sale opens").click();
        assertThat(visitor.page.locator(".opens time")).isVisible();
        assertThat(visitor.page.locator(".opens .tell")).hasCount(0);
    }

    /** Answers in place of the visitor and of the browser's push service, which no test reaches. */
    private static final String ASKED = """
            let permission = 'default';
            Object.defineProperty(Notification, 'permission', { get: () => permission });
            Notification.requestPermission = async () => (permission = '%s');
            let subscription = null;
            PushManager.prototype.getSubscription = async () => subscription;
            PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
              if (!userVisibleOnly || atob(applicationServerKey.replace(/-/g, '+').replace(/_/g, '/')).length !== 65) throw Error();
              return subscription = {
                toJSON: () => ({
                  endpoint: 'https://fcm.googleapis.com/fcm/send/of-a-test',
                  keys: {
                    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
                    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
                  },
                }),
                unsubscribe: async () => { subscription = null; },
              };
            };
            """;

    @Test
    void areShownOnTheScreenIfTheShopperAgrees() {
        Visitor refusing = Visitor.arrives(Looks.CHINESE_PHONE).loggedIn(shop.user());
        refusing.page.addInitScript(ASKED.formatted("denied"));
        refusing.opens("/messages");
        button(refusing.page, "显示消息").click();
        assertThat(refusing.page.locator(".push")).containsText("您已禁止商店显示通知");
        refusing.inspects("push-denied");

        Visitor old = Visitor.arrives(Looks.PHONE).loggedIn(shop.user());
        old.page.addInitScript("delete window.PushManager");
        old.opens("/messages");
        assertThat(old.page.locator(".push")).containsText("This browser cannot show messages");

        Visitor agreeing = Visitor.arrives().loggedIn(shop.user());
        agreeing.page.addInitScript(ASKED.formatted("granted"));
        agreeing.opens("/messages");
        Response answer = agreeing.page.waitForResponse(
                "**/api/push/subscriptions", button(agreeing.page, "Show messages")::click);
        assertThat(button(agreeing.page, "Show no messages")).isVisible();
        assertEquals(204, answer.status());
        agreeing.inspects("push-on");
        button(agreeing.page, "Show no messages").click();
        assertThat(button(agreeing.page, "Show messages")).isVisible();
        agreeing.page.route("**/api/push/subscriptions", Route::abort);
        button(agreeing.page, "Show messages").click();
        assertThat(agreeing.alert()).containsText("does not reach its push service");
    }

    @Test
    void areShownWhileNoPageOfTheShopIsOpen() {
        Visitor visitor = Visitor.arrives().loggedIn(shop.user());
        visitor.context.grantPermissions(List.of("notifications"));
        visitor.opens("/messages");
        CDPSession browser = visitor.context.newCDPSession(visitor.page);
        List<String> registrations = new CopyOnWriteArrayList<>();
        browser.on(
                "ServiceWorker.workerRegistrationUpdated",
                event -> event.getAsJsonArray("registrations")
                        .forEach(one -> registrations.add(
                                one.getAsJsonObject().get("registrationId").getAsString())));
        browser.send("ServiceWorker.enable");
        visitor.page.evaluate("""
                async () => {
                  const registration = await navigator.serviceWorker.register('/assets/push/worker.js?language=zh', { scope: '/assets/push/' });
                  while (registration.active?.state !== 'activated') await new Promise((done) => setTimeout(done, 50));
                }""");
        await().pollInSameThread().atMost(Duration.ofMinutes(1)).until(() -> {
            visitor.page.waitForTimeout(100);
            return !registrations.isEmpty();
        });
        JsonObject push = new JsonObject();
        push.addProperty("origin", visitor.page.url().replaceAll("/messages.*", ""));
        push.addProperty("registrationId", registrations.getFirst());
        push.addProperty("data", """
                {"id": "7", "kind": "REFUNDED", "title": "Night lamp || 夜灯", "path": "/orders/7"}""");
        browser.send("ServiceWorker.deliverPushMessage", push);
        await().pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .until(() -> visitor.page.evaluate("""
                        async () => (await (await navigator.serviceWorker.getRegistration('/assets/push/')).getNotifications())
                          .map((shown) => `${shown.title}: ${shown.body}`).join()""").equals("已退款: 夜灯"));
    }

    @Test
    void areShownPageByPage() {
        Visitor visitor = Visitor.arrives(Looks.PHONE).loggedIn(shop.user());
        visitor.opens("/messages");
        assertThat(visitor.page.locator(".empty")).containsText("No messages");
        visitor.inspects("messages-none");
        visitor.getsInstead("**/api/messages?size=20", () -> "{\"items\": [" + message(7) + "], \"older\": \"7\"}");
        visitor.getsInstead(
                "**/api/messages?size=20&before=7", () -> "{\"items\": [" + message(5) + "], \"older\": null}");
        visitor.opens("/messages");
        button(visitor.page, "Show older ones").click();
        assertThat(messages(visitor)).containsText(new String[] {"“Lamp 7” opens on", "“Lamp 5” opens on"});
        assertThat(button(visitor.page, "Show older ones")).hasCount(0);
    }

    private static String message(int id) {
        return """
                {"id": "%d", "kind": "REMINDER", "saleId": "3", "title": "Lamp %d", "at": "2099-01-01T10:00:00Z",
                 "createdAt": "2099-01-01T09:50:00Z", "seen": true}
                """.formatted(id, id);
    }
}
