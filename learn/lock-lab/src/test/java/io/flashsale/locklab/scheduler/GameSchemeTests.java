package io.flashsale.locklab.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.catalogue.Case;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GameSchemeTests {

    @ParameterizedTest
    @MethodSource("io.flashsale.locklab.CaseCatalogue#all")
    void eachSchemeCanBePlayedOrItIsSaidWhyNot(Case each) {
        assertThat(GameScheme.whyLeftOut(each).isPresent())
                .isEqualTo(GameScheme.find(each.id()).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.locklab.scheduler.GameScheme#all")
    void whatCanBeOversoldHasACureThatCanBePlayed(GameScheme each) {
        assertThat(each.cure() != null).isEqualTo(each.canBeOversold());
        assertThat(Optional.ofNullable(each.cure()).map(GameScheme::find)).isNotEqualTo(Optional.of(Optional.empty()));
    }
}
