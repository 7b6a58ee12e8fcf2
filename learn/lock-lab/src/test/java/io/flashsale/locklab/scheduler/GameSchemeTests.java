package io.flashsale.locklab.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GameSchemeTests {

    @ParameterizedTest
    @MethodSource("cases")
    void eachSchemeCanBePlayedOrItIsSaidWhyNot(Case each) {
        assertThat(GameScheme.whyLeftOut(each).isPresent())
                .isEqualTo(GameScheme.find(each.id()).isEmpty());
    }

    static List<Case> cases() {
        return CaseCatalogue.all();
    }

    @ParameterizedTest
    @MethodSource("games")
    void whatCanBeOversoldHasACureThatCanBePlayed(GameScheme each) {
        assertThat(each.cure() != null).isEqualTo(each.canBeOversold());
        assertThat(Optional.ofNullable(each.cure()).map(GameScheme::find)).isNotEqualTo(Optional.of(Optional.empty()));
    }

    static List<GameScheme> games() {
        return GameScheme.all();
    }
}
