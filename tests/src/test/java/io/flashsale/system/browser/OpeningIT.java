package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What is announced of a sale before it opens, for visitors in several time zones. */
@ExtendWith(Chromium.class)
class OpeningIT {

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
            Visitor visitor =
                    Visitor.arrivesFrom(zone, looks.in(language)).loggedIn(shop.user()).opensSale(sale);
            for (String part : List.of(date, time, shortName)) {
                assertThat(visitor.page.locator(".opens time")).containsText(part);
            }
            visitor.inspects("opening-" + zone.replaceAll(".*/", ""));
        }
    }
}
