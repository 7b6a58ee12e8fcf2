package io.flashsale.system.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScenariosTests {

    /** Whoever adds an alert shows, on real servers, what it is for. */
    @Test
    void shouldBeThereForEachAlertAndForNothingElse() {
        assertThat(Scenarios.byAlert())
                .containsOnlyKeys(AlertRules.ofTheProject().alerts());
    }
}
