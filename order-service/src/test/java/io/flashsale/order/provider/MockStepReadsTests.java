package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.testing.CountedMapper;
import io.flashsale.commons.testing.PublicReadBudgets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;

/** Counts the statements of the public read of the mock provider's steps, for one caller and for many. */
class MockStepReadsTests {

    private final CountedMapper<MockProviderMapper> records = new CountedMapper<>(
            MockProviderMapper.class,
            Map.of("findStep", arguments -> Optional.of(new MockStep(7, 1_990, MockStep.State.OPEN))));

    @SuppressWarnings("unchecked")
    private final MockStepController steps = new MockStepController(records.mapper(), mock(ObjectProvider.class));

    @ParameterizedTest
    @ValueSource(ints = {1, PublicReadBudgets.MANY})
    void costOneLookByKeyForEach(int callers) {
        for (int caller = 0; caller < callers; caller++) {
            assertThat(steps.find("%032x".formatted(caller)).orderId()).isEqualTo(7);
        }
        assertThat(records.statements())
                .isEqualTo(PublicReadBudgets.statements("GET /api/mock-provider/steps/{step}", callers));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "", "not-a-step", "0123456789ABCDEF0123456789ABCDEF"})
    void costNothingForWhatCannotBeAStep(String step) {
        assertThatThrownBy(() -> steps.find(step)).isInstanceOf(ProblemException.class);
        assertThat(records.statements()).isZero();
    }
}
