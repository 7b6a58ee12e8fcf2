package io.flashsale.accounts;

import java.time.Duration;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Allows hashing as much time as a slow machine needs, in every IT. */
@TestConfiguration
public class PatientHashing {

    @Bean
    @Primary
    PasswordHashing patientPasswordHashing(AccountProperties properties) {
        return new PasswordHashing(
                properties, Duration.ofMinutes(2), Runtime.getRuntime().availableProcessors());
    }
}
