package io.flashsale.gateway.support;

import org.springframework.test.context.TestPropertySource;

/** A gateway with tight limits that takes the client's address from a header, as from a proxy at 127.0.0.1. */
@TestPropertySource(
        properties = {
            "server.forward-headers-strategy=native",
            "flashsale.gateway.trusted-proxies=127\\\\.0\\\\.0\\\\.1",
            "flashsale.gateway.cors.allowed-origins=https://shop.example",
            "flashsale.gateway.rate-limits.user.burst=5",
            "flashsale.gateway.rate-limits.user.per-second=1",
            "flashsale.gateway.rate-limits.address.burst=10",
            "flashsale.gateway.rate-limits.address.per-second=2",
            "flashsale.gateway.rate-limits.network.burst=25",
            "flashsale.gateway.rate-limits.network.per-second=5",
            "flashsale.gateway.rate-limits.sign-in.burst=3",
            "flashsale.gateway.rate-limits.sign-in.per-second=1",
            "flashsale.gateway.rate-limits.sign-in-of-network.burst=6",
            "flashsale.gateway.rate-limits.sign-in-of-network.per-second=1",
            "flashsale.gateway.rate-limits.sign-up.burst=2",
            "flashsale.gateway.rate-limits.sign-up.per-minute=1",
            "flashsale.gateway.rate-limits.sign-up-of-network.burst=4",
            "flashsale.gateway.rate-limits.sign-up-of-network.per-minute=1",
            "flashsale.gateway.rate-limits.claim.burst=2",
            "flashsale.gateway.rate-limits.claim.per-minute=1",
            "flashsale.gateway.rate-limits.claim-of-network.burst=4",
            "flashsale.gateway.rate-limits.claim-of-network.per-minute=60",
        })
public abstract class LimitedGatewayTest extends ManualClockTest {}
