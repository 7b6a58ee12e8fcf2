package io.flashsale.entry;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the entry to sales.
 *
 * @param secret that signs passes and tickets; all instances have the same; there is no default
 * @param previousSecret the secret before; passes that it signed are valid as long as it is set
 * @param ticketTtl how long a ticket is valid
 * @param turn how long a number may fetch its ticket; begins once its place is served
 * @param block how many numbers MySQL hears of ahead. Redis gives no others; after its loss up to as many belong to
 *     nobody
 */
@Validated
@ConfigurationProperties("flashsale.entry")
record EntryProperties(
        @Nullable @Size(min = 16) String secret,
        @Nullable String previousSecret,
        @DefaultValue("2m") @DurationMin(seconds = 1) Duration ticketTtl,
        @DefaultValue("2m") @DurationMin(seconds = 1) Duration turn,
        @DefaultValue("1000") @Min(1) @Max(1_000_000) int block) {

    @Override
    public String toString() {
        return "EntryProperties[ticketTtl=" + ticketTtl + ", turn=" + turn + ", block=" + block + "]";
    }
}
