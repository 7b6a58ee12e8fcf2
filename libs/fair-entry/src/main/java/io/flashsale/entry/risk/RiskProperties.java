package io.flashsale.entry.risk;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Rules for shoppers who have to work more, or to wait.
 *
 * @param proofTtl how long a challenge may be solved; whole seconds
 * @param youngAccount accounts that are younger when the sale opens work more; zero for none
 * @param youngAccountFactor how many times as much, at most
 * @param accountsOfNetwork from this number of accounts in one sale on, the accounts of one network work twice as
 *     much. Each doubling of their number doubles the work again, up to sixteen times. A network is the /24 of an
 *     IPv4 address or the /48 of an IPv6 address
 * @param baseDifficulty which these rules multiply in a sale that asks for no work; with zero they do nothing there
 * @param wrongProofs from this number of wrong proofs in one sale on, an account works twice as much there. Each
 *     doubling of the number doubles the work again, up to sixteen times
 * @param unpaidLimit a shopper who has let so many units go, by cancelling or by not paying in time, has to wait.
 *     Units of one sale count before a reservation there, units of all sales before entering one; zero for nobody
 * @param unpaidWait how long after the last of them; twice as long for each further one
 * @param unpaidMaxWait the longest wait
 */
@Validated
@ConfigurationProperties("flashsale.entry.risk")
public record RiskProperties(
        @DefaultValue("5m") @DurationMin(seconds = 1) Duration proofTtl,
        @DefaultValue("1d") @DurationMin(seconds = 0) Duration youngAccount,
        @DefaultValue("4") @Min(1) @Max(100) int youngAccountFactor,
        @DefaultValue("50") @Min(1) int accountsOfNetwork,

        @DefaultValue("0") @Min(0) @Max(EntryGuard.MAX_DIFFICULTY)
        int baseDifficulty,

        @DefaultValue("5") @Min(1) int wrongProofs,
        @DefaultValue("2") @Min(0) @Max(1_000) int unpaidLimit,

        @DefaultValue("10m") @DurationMin(seconds = 1) @DurationMax(days = 1)
        Duration unpaidWait,

        @DefaultValue("1d") @DurationMin(seconds = 1) @DurationMax(days = 30)
        Duration unpaidMaxWait) {

    private static final int MAX_DOUBLINGS = 30;

    /** How long an account waits after letting so many units go; at least as many as the limit. */
    Duration waitAfter(int times) {
        Duration wait = unpaidWait.multipliedBy(1L << Math.min(times - unpaidLimit, MAX_DOUBLINGS));
        return wait.compareTo(unpaidMaxWait) < 0 ? wait : unpaidMaxWait;
    }
}
