package io.flashsale.gateway.connection;

import io.flashsale.commons.network.ClientAddress;
import org.jspecify.annotations.Nullable;

/**
 * Counts what each address and each network holds at one time, and says when one has enough: addresses of one network are cheap
 * for whoever has it.
 */
public final class AddressShares {

    private final ClientShares addresses;
    private final ClientShares networks;

    /**
     * @param perAddress of one address, for IPv6 of its /64
     * @param perNetwork of its /24, for IPv6 of its /48; never less than of one address
     */
    public AddressShares(int perAddress, int perNetwork) {
        this.addresses = new ClientShares(perAddress);
        this.networks = new ClientShares(Math.max(perAddress, perNetwork));
    }

    /** One that was taken; to be given back once. */
    public record Share(ClientShares.Share ofAddress, ClientShares.Share ofNetwork) {

        public void giveBack() {
            ofAddress.giveBack();
            ofNetwork.giveBack();
        }
    }

    /** One more for this address, or null if it or its network has enough. */
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

    /** How many addresses hold something. */
    int clients() {
        return addresses.clients();
    }
}
