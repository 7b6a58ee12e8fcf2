package io.flashsale.locklab.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.web.EventLog.Event;
import org.junit.jupiter.api.Test;

class EventLogTests {

    private final EventLog log = new EventLog();

    @Test
    void tellsNobodyWhatSomethingLaterHasReplaced() throws InterruptedException {
        log.add("state", "1");
        log.addInPlaceOfEarlier("diagram", "small");
        assertThat(log.from(0, 0)).hasSize(2);
        log.addInPlaceOfEarlier("diagram", "large");
        assertThat(log.from(2, 0)).as("for whoever has read the first").containsExactly(new Event("diagram", "large"));
        assertThat(log.from(0, 0).stream().filter(event -> !event.isOutOfDate()))
                .containsExactly(new Event("state", "1"), new Event("diagram", "large"));
        log.forget("diagram");
        assertThat(log.from(1, 0)).allMatch(Event::isOutOfDate);
    }
}
