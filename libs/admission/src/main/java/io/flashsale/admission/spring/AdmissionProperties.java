package io.flashsale.admission.spring;

import io.flashsale.admission.outbox.Drain;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param ackTimeout how long a request waits for Kafka to acknowledge. Otherwise the answer is 202 only if MySQL has
 *     saved the reservation. Less than {@link Drain#REQUESTS_IN_FLIGHT}, after which nothing is saved
 * @param relayAfter how long the relay leaves a reservation to the request itself; well above the acknowledgement
 *     time-out
 */
@ConfigurationProperties("flashsale.admission")
record AdmissionProperties(
        @DefaultValue("300ms") Duration ackTimeout,
        @DefaultValue("2s") Duration relayAfter) {}
