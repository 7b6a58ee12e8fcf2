package io.flashsale.gateway.ratelimit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** Whom an address belongs to: an IPv4 address is one subscriber, of an IPv6 address the first half is. */
final class Subscriber {

    private Subscriber() {}

    static Object of(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            InetAddress parsed = InetAddress.ofLiteral(address);
            return parsed instanceof Inet6Address
                    ? ByteBuffer.wrap(parsed.getAddress()).getLong()
                    : parsed.getHostAddress();
        } catch (IllegalArgumentException notAnAddress) {
            return address;
        }
    }
}
