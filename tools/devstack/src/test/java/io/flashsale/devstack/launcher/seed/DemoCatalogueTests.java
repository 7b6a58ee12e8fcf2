package io.flashsale.devstack.launcher.seed;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.sale.NewSale.Entry;
import io.flashsale.devstack.launcher.seed.DemoCatalogue.DemoSale;
import io.flashsale.devstack.system.ProjectRoot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DemoCatalogueTests {

    @Test
    void shouldHaveAPictureOfEachProduct() {
        Path pages = ProjectRoot.find().resolve("libs/storefront/src/main/resources/static");
        assertThat(DemoCatalogue.PRODUCTS)
                .allSatisfy(
                        product -> assertThat(pages.resolve(product.imageUrl().substring(1)))
                                .isRegularFile());
    }

    @Test
    void shouldHaveEachTextInBothLanguages() {
        assertThat(DemoCatalogue.PRODUCTS)
                .flatExtracting(
                        DemoCatalogue.Product::name, DemoCatalogue.Product::description, DemoCatalogue.Product::title)
                .allMatch(text -> text.toString().matches("[\\p{IsLatin}\\p{IsCommon}]+ \\|\\| .*\\p{IsHan}.*"));
    }

    @Test
    void shouldOpenAWaitingRoomAndALotteryLateEnoughToBeEnteredBefore() {
        List<DemoSale.Soon> entered = DemoCatalogue.PRODUCTS.stream()
                .map(DemoCatalogue.Product::sale)
                .filter(DemoSale.Soon.class::isInstance)
                .map(DemoSale.Soon.class::cast)
                .filter(sale -> sale.entry() != null)
                .toList();
        assertThat(entered)
                .extracting(sale -> Objects.requireNonNull(sale.entry()))
                .extracting(Entry::mode)
                .containsExactlyInAnyOrder(EntryMode.QUEUE, EntryMode.LOTTERY);
        assertThat(entered)
                .extracting(DemoSale.Soon::in)
                .as("the shop takes no lottery that opens within a minute")
                .allSatisfy(in -> assertThat(in).isGreaterThan(Duration.ofMinutes(2)));
    }
}
