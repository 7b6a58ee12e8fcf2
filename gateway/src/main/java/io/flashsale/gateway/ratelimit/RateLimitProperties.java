package io.flashsale.gateway.ratelimit;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Configures the rate limits. Each instance of the gateway counts on its own, so n instances let n times as much
 * pass. A network is the /24 of an IPv4 address, the /48 of an IPv6 address.
 *
 * @param user by the token's subject
 * @param address by the remote address; for IPv6 by its /64, which is what one line gets
 * @param network the same for a network
 * @param signIn by the remote address, for logging in
 * @param signInOfNetwork the same for a network
 * @param signUp by the remote address, for opening accounts
 * @param signUpOfNetwork the same for a network
 * @param claim by the remote address, for coupons that are claimed; claims that get no new one do not count
 * @param claimOfNetwork the same for a network
 * @param wrongPasswords by the remote address: how many are free before the waits begin to grow; one is forgiven
 *     every ten seconds
 * @param wrongPasswordsOfNetwork the same for a network
 */
@Validated
@ConfigurationProperties("flashsale.gateway.rate-limits")
record RateLimitProperties(
        @Valid Limit user,
        @Valid Limit address,
        @Valid Limit network,
        @Valid Limit signIn,
        @Valid Limit signInOfNetwork,
        @Valid SlowLimit signUp,
        @Valid SlowLimit signUpOfNetwork,
        @Valid SlowLimit claim,
        @Valid SlowLimit claimOfNetwork,
        @DefaultValue("30") @Min(1) int wrongPasswords,
        @DefaultValue("300") @Min(1) int wrongPasswordsOfNetwork) {

    /**
     * @param burst requests at once
     * @param perSecond requests in the long run
     */
    record Limit(@Min(1) long burst, @Min(1) long perSecond) {}

    /**
     * @param burst requests at once
     * @param perMinute requests in the long run
     */
    record SlowLimit(@Min(1) long burst, @Min(1) long perMinute) {}
}
