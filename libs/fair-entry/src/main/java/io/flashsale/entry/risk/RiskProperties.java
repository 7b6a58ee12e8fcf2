package io.flashsale.entry.risk;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Rules for shoppers who have to work more, or to wait.
 *
 * @param youngAccount accounts that are younger when the sale opens work more; zero for none
 * @param accountsOfNetwork from this number of accounts in one sale on, the accounts of one network work twice as
 *     much. Each doubling of their number doubles the work again, up to sixteen times. A network is the /24 of an
 *     IPv4 address or the /48 of an IPv6 address
 * @param baseDifficulty which these rules multiply in a sale that asks for no work; with zero they do nothing there
 * @param unpaidLimit a shopper who has let so many units go, by cancelling or by not paying in time, has to wait.
 *     Units of one sale count before a reservation there, units of all sales before entering one; zero for nobody
 */
@Validated
@ConfigurationProperties("flashsale.entry.risk")
record RiskProperties(
        @DefaultValue("1d") @DurationMin(seconds = 0) Duration youngAccount,
        @DefaultValue("50") @Min(1) int accountsOfNetwork,

        @DefaultValue("0") @Min(0) @Max(EntryGuard.MAX_DIFFICULTY)
        int baseDifficulty,

        @DefaultValue("2") @Min(0) @Max(1_000) int unpaidLimit) {}
