package io.flashsale.system.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScenariosTests {

    /** Every alert has a scenario, so that a new alert is also shown on real servers. */
    @Test
    void shouldBeThereForEachAlertAndForNothingElse() {
        assertThat(Scenarios.byAlert())
                .containsOnlyKeys(AlertRules.ofTheProject().alerts());
    }
}
