package io.flashsale.commons.quota;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/** Identifies a client: by its IPv4 address, or by the /64 of its IPv6 address, which is what one line gets. */
public final class ClientAddress {

    private static final Pattern IPV4 = Pattern.compile("[0-9.]+");

    private ClientAddress() {}

    /** The client as a key: two addresses of one line have equal keys. */
    public static Object of(String address) {
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

    /** The network as a key: the /24 of an IPv4 address, the /48 of an IPv6 address, which is what one site gets. */
    public static Object networkOf(String address) {
        return switch (of(address)) {
            case Long line -> line >>> 16;
            case String text when IPV4.matcher(text).matches() -> text.substring(0, text.lastIndexOf('.') + 1);
            case Object other -> other;
        };
    }
}
