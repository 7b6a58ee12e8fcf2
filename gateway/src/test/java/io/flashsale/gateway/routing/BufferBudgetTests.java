package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BufferBudgetTests {

    private final BufferBudget budget = new BufferBudget(1_000, 250);

    @Test
    void leavesOthersTheirPart() {
        assertThat(budget.of("192.0.2.1").take(250)).isTrue();
        assertThat(budget.of("192.0.2.1").take(1)).as("the share of an address").isFalse();
        assertThat(budget.of("192.0.2.2").take(250)).isTrue();
        assertThat(budget.of("192.0.2.3").take(1)).as("two for one network").isFalse();
        assertThat(budget.of("192.0.3.1").take(250)).isTrue();
        assertThat(budget.of("192.0.4.1").take(250)).isTrue();
        assertThat(budget.of("192.0.5.1").take(1)).as("all").isFalse();
    }
}
