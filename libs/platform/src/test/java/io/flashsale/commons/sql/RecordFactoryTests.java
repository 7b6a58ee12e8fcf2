package io.flashsale.commons.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.ibatis.reflection.ReflectionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordFactoryTests {

    private final RecordFactory factory = new RecordFactory();

    private record Hidden(long id, @Nullable String name) {
        private Hidden {
            if (id < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    @Test
    void shouldMakeARecordThatNobodyElseMaySee() {
        List<Class<?>> parameters = List.of(long.class, String.class);
        assertThat(factory.create(Hidden.class, parameters, List.of(7L, "a"))).isEqualTo(new Hidden(7, "a"));
        assertThat(factory.create(Hidden.class, parameters, Arrays.asList(8L, null)))
                .as("a column may be NULL")
                .isEqualTo(new Hidden(8, null));
    }

    @Test
    void shouldMakeWhatMyBatisMakesForItself() {
        assertThat(factory.create(List.class)).isEqualTo(new ArrayList<>());
    }

    @Test
    void shouldSayWhatCannotBeMade() {
        assertThatThrownBy(() -> factory.create(Hidden.class, List.of(int.class), List.of(1)))
                .isInstanceOf(ReflectionException.class)
                .hasMessageContaining("Hidden");
        assertThatThrownBy(
                        () -> factory.create(Hidden.class, List.of(long.class, String.class), Arrays.asList(-1L, null)))
                .isInstanceOf(ReflectionException.class)
                .hasRootCauseMessage("negative");
    }
}
