package io.flashsale.stock.entry;

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
 * Entry to sales.
 *
 * @param secret by which passes and tickets are signed; all instances have the same. There is no default
 * @param previousSecret the one before, for as long as passes that it signed are to be good
 * @param ticketTtl how long a ticket is good for
 * @param turn how long a number may fetch its ticket once its place is served
 * @param block how many numbers MySQL is told of ahead: Redis gives no others, and after its loss as many may be nobody's
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
