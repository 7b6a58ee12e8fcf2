package io.flashsale.order.deadletter;

import io.flashsale.order.placement.DeadLetterOrders;
import java.time.Duration;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Allows Kafka as much time for dead letters as a slow machine needs, in every IT. */
@TestConfiguration
public class PatientDeadLetters {

    /** Shorter than an IT waits for an answer: one test has Kafka away. */
    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    @Bean
    @Primary
    DeadLetterReader patientDeadLetterReader(KafkaProperties kafka, DeadLetterOrders orders) {
        return new DeadLetterReader(kafka, orders, TIMEOUT);
    }
}
