package io.flashsale.judge.shop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.loadtest.CannotMeasureException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShopClaimTests {

    @TempDir
    private Path folder;

    @Test
    void keepsASecondRunAwayFromTheSameShopUntilTheFirstHasEnded() {
        try (ShopClaim _ = ShopClaim.of("http://localhost:1/shop", folder);
                ShopClaim _ = ShopClaim.of("http://localhost:2/shop", folder)) {
            assertThatThrownBy(() -> ShopClaim.of("http://localhost:1/shop", folder))
                    .isInstanceOf(CannotMeasureException.class)
                    .hasMessageStartingWith("Another jmeter/verdict works with http://localhost:1/shop");
        }

        ShopClaim.of("http://localhost:1/shop", folder).close();
    }
}
