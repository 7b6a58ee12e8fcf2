package io.flashsale.gateway.connection;

import io.flashsale.commons.network.ClientAddress;
import org.jspecify.annotations.Nullable;

/**
 * Counts what each address and each network holds, and refuses more than their share. A network counts, too,
 * because its owner gets addresses cheaply.
 */
public final class AddressShares {

    private final ClientShares addresses;
    private final ClientShares networks;

    /**
     * @param perAddress for one address, for IPv6 for its /64
     * @param perNetwork for its /24, for IPv6 for its /48; at least {@code perAddress}
     */
    public AddressShares(int perAddress, int perNetwork) {
        this.addresses = new ClientShares(perAddress);
        this.networks = new ClientShares(Math.max(perAddress, perNetwork));
    }

    /** One unit that was taken; given back once. */
    public record Share(ClientShares.Share ofAddress, ClientShares.Share ofNetwork) {

        public void giveBack() {
            ofAddress.giveBack();
            ofNetwork.giveBack();
        }
    }

    /** Takes one for this address, or returns null if it or its network has enough. */
    public @Nullable Share take(String remoteAddress) {
        ClientShares.Share ofAddress = addresses.take(ClientAddress.of(remoteAddress));
        if (ofAddress == null) {
            return null;
        }
        ClientShares.Share ofNetwork = networks.take(ClientAddress.networkOf(remoteAddress));
        if (ofNetwork == null) {
            ofAddress.giveBack();
            return null;
        }
        return new Share(ofAddress, ofNetwork);
    }

    /** The number of addresses that hold something. */
    int clients() {
        return addresses.clients();
    }
}
