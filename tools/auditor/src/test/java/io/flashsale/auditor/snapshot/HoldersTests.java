package io.flashsale.auditor.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.auditor.snapshot.Holders.Holder;
import org.junit.jupiter.api.Test;

class HoldersTests {

    @Test
    void aHolderThatAScanGivesTwiceCountsOnce() {
        Holders holders = new Holders().add(1, 10).add(2, 20).add(1, 10).add(1, 30);
        assertThat(holders.all()).containsExactly(new Holder(1, 10), new Holder(2, 20), new Holder(1, 30));
    }
}
