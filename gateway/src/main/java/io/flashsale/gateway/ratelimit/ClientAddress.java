package io.flashsale.gateway.ratelimit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** What tells one client from another: its IPv4 address, or the /64 of its IPv6 address, which is what one line gets. */
final class ClientAddress {

    private ClientAddress() {}

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
