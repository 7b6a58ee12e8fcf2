package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is announced of a sale before it opens, for visitors in several time zones. */
@ExtendWith(Chromium.class)
class OpeningIT {

    private static final Pattern FIELD = Pattern.compile("(?m)^([A-Z]+):(.*)$");

    private final Shop shop = RunningSystem.get().shop;

    private long upcoming(String title, int priceCents, String opensAt) {
        return shop.makeSale("""
                {"title": %s, "priceCents": %d, "listPriceCents": 10000, "initialStock": 5,
                 "opensAt": "%s", "closesAt": "2099-12-01T00:00:00Z",
                 "product": {"name": "A phone", "imageUrl": "/images/products/phone.svg"}}
                """.formatted(new JsonMapper().writeValueAsString(title), priceCents, opensAt));
    }

    @ParameterizedTest
    @CsvSource({
        "en-GB, Europe/Berlin, 'Thu, 25 June 2099', 20:30, CEST",
        "en-GB, Asia/Shanghai, 'Fri, 26 June 2099', 02:30, GMT+8",
        "zh-CN, Asia/Shanghai, 2099年6月26日, 02:30, GMT+8",
        "zh-CN, America/New_York, 2099年6月25日, 14:30, GMT-4",
    })
    void isShownWithDateTimeAndZone(String language, String zone, String date, String time, String shortName) {
        long sale = upcoming("Next summer", 7_000, "2099-06-25T18:30:00Z");
        for (Looks looks : List.of(Looks.PHONE, Looks.DESKTOP)) {
            Visitor visitor = Visitor.arrivesFrom(zone, looks.in(language))
                    .loggedIn(shop.user())
                    .opensSale(sale);
            for (String part : List.of(date, time, shortName)) {
                assertThat(visitor.page.locator(".opens time")).containsText(part);
            }
            visitor.inspects("opening-" + zone.replaceAll(".*/", ""));
        }
    }

    @Test
    void goesIntoACalendarAndStaysOneEventThere() throws IOException {
        String title = "折".repeat(60) + " \\ a; b, c 😀";
        long sale = upcoming(title, 7_000, "2099-06-25T18:30:00Z");
        Visitor visitor = Visitor.arrivesFrom("America/New_York", Looks.PHONE).opensSale(sale);
        Map<String, String> event = remembered(visitor);
        assertThat(event)
                .containsEntry("DTSTART", "20990625T183000Z")
                .containsEntry("URL", visitor.page.url())
                .containsEntry(
                        "SUMMARY",
                        title.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,") + ": the sale opens");
        assertThat(event.getOrDefault("DTSTAMP", "")).matches("\\d{8}T\\d{6}Z");

        shop.amend(sale, "{\"opensAt\": \"2099-06-26T18:30:00Z\"}");
        assertThat(visitor.page.locator(".opens time")).hasAttribute("datetime", "2099-06-26T18:30:00Z");
        Map<String, String> moved = remembered(visitor);
        assertThat(moved)
                .containsEntry("DTSTART", "20990626T183000Z")
                .containsEntry("UID", event.getOrDefault("UID", "none"));
        assertThat(sequence(moved)).isGreaterThan(sequence(event));
    }

    /** Calendars may read it as an int. */
    private static int sequence(Map<String, String> event) {
        return Integer.parseInt(event.getOrDefault("SEQUENCE", ""));
    }

    /** Saves the calendar's file, checks its form, and returns the fields of the event. */
    private static Map<String, String> remembered(Visitor visitor) throws IOException {
        Page page = visitor.page;
        Download file = page.waitForDownload(page.locator(".opens button")::click);
        assertThat(file.suggestedFilename()).endsWith(".ics");
        String text = Files.readString(file.path());
        assertThat(text.replace("\r\n", "")).doesNotContain("\r", "\n");
        assertThat(text.split("\r\n"))
                .startsWith("BEGIN:VCALENDAR", "VERSION:2.0")
                .endsWith("END:VCALENDAR")
                .allSatisfy(line ->
                        assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(75));
        String unfolded = text.replace("\r\n ", "").replace("\r\n", "\n");
        Map<String, String> event = new HashMap<>();
        FIELD.matcher(unfolded).results().forEach(field -> event.putIfAbsent(field.group(1), field.group(2)));
        return event;
    }

    /** On this day clocks in Berlin show 02:30 twice: at 00:30 and at 01:30 UTC. */
    @Test
    void isNotMovedByAnEditInTheRepeatedHour() {
        String title = "Twice half past two " + System.nanoTime();
        String second = "2099-10-25T01:30:00Z";
        long sale = upcoming(title, 7_000, second);
        Page page = Visitor.arrivesFrom("Europe/Berlin", Looks.DESKTOP)
                .loggedIn(shop.admin())
                .opens("/control")
                .page;
        Locator row = page.locator(".sale-row", new Page.LocatorOptions().setHasText(title));
        edit(row, "listPriceCents", "200");
        assertThat(row.locator(".sale-form")).hasCount(0);
        await().until(() -> seen(sale).path("listPriceCents").asInt() == 20_000);
        assertThat(seen(sale).path("opensAt").asString()).isEqualTo(second);

        edit(row, "opensAt", "2099-10-25T05:00");
        assertThat(row.locator(".sale-form")).hasCount(0);
        await().until(() -> seen(sale).path("opensAt").asString().equals("2099-10-25T04:00:00Z"));
    }

    private static void edit(Locator row, String field, String value) {
        Visitor.button(row, "Edit").click();
        row.locator("input[name=" + field + "]").fill(value);
        Visitor.button(row, "Save").click();
    }

    private JsonNode seen(long sale) {
        return shop.get("/api/sales/" + sale, shop.user()).body();
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "7_000, 30% off, 7 折",
        "6_500, 35% off, 6.5 折",
        "9_000, 10% off, 9 折",
        "7_139, 28% off, 7.2 折",
        "1_000, 90% off, 1 折",
        "500, 95% off, 立减 95%",
    })
    void saysWhatTheDiscountIsAsShopsOfTheLanguageDo(String price, String english, String chinese) {
        long sale = upcoming("Cheaper", Integer.parseInt(price.replace("_", "")), "2099-06-25T18:30:00Z");
        assertThat(Visitor.arrives(Looks.PHONE).opensSale(sale).page.locator(".off"))
                .hasText(english);
        assertThat(Visitor.arrives(Looks.CHINESE_PHONE).opensSale(sale).page.locator(".off"))
                .hasText(chinese);
    }
}
