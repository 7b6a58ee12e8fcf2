package io.flashsale.loadtest.shop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.loadtest.CannotMeasureException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EntranceTests {

    @ParameterizedTest
    @EnumSource(names = {"OPEN", "TICKET"})
    void cannotMeasureASaleInWhichNobodyWaits(EntryMode mode) {
        assertThatThrownBy(() -> Entrance.requireQueue(mode))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessage("Nobody waits in a sale of mode " + mode + ".");
    }
}
