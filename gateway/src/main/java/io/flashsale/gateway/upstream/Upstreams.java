package io.flashsale.gateway.upstream;

import java.util.List;

/** The services behind the gateway. */
public record Upstreams(Upstream stock, Upstream order, Upstream coupon, Upstream controlRoom, Upstream lockLab)
        implements AutoCloseable {

    @Override
    public void close() {
        List.of(stock, order, coupon, controlRoom, lockLab).forEach(Upstream::close);
    }
}
