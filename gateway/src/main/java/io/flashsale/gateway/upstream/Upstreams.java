package io.flashsale.gateway.upstream;

import java.util.Optional;
import java.util.stream.Stream;

/** The services behind the gateway; the lock lab only where there is one. */
public record Upstreams(
        Upstream stock, Upstream order, Upstream coupon, Upstream controlRoom, Optional<Upstream> lockLab)
        implements AutoCloseable {

    @Override
    public void close() {
        Stream.concat(Stream.of(stock, order, coupon, controlRoom), lockLab.stream())
                .forEach(Upstream::close);
    }
}
