package io.flashsale.gateway.upstream;

/** The services behind the gateway. */
public record Upstreams(Upstream stock, Upstream order, Upstream coupon, Upstream controlRoom, Upstream lockLab) {}
