package io.flashsale.locklab.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.observation.IsolationLevels.Anomaly;
import io.flashsale.locklab.observation.IsolationLevels.Level;
import io.flashsale.locklab.observation.IsolationLevels.Seen;
import org.junit.jupiter.api.Test;

class IsolationLevelsTests {

    @Test
    void shouldNoticeADatabaseThatDoesNotKeepAPromise() {
        Seen happens = new Seen(true, "");
        assertThat(IsolationLevels.keeps(Anomaly.DIRTY_READ, Level.READ_UNCOMMITTED, happens))
                .isTrue();
        assertThat(IsolationLevels.keeps(Anomaly.DIRTY_READ, Level.READ_COMMITTED, happens))
                .isFalse();
        assertThat(IsolationLevels.keeps(Anomaly.LOST_UPDATE, Level.SERIALIZABLE, happens))
                .isFalse();
        assertThat(IsolationLevels.keeps(Anomaly.LOST_UPDATE, Level.SERIALIZABLE, new Seen(false, "")))
                .isTrue();
    }
}
