package io.flashsale.admission.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param ackTimeout how long a request waits for Kafka to acknowledge before it answers 202 all the same
 * @param relayAfter how old an outbox entry must be for the relay to send it; well above the acknowledgement timeout
 */
@ConfigurationProperties("flashsale.admission")
record AdmissionProperties(
        @DefaultValue("300ms") Duration ackTimeout,
        @DefaultValue("2s") Duration relayAfter) {}
