package io.flashsale.commons.quota;

/**
 * Limits what each address and each network holds at one time: connections, requests, bytes. A network counts, too,
 * because its owner gets addresses cheaply.
 */
public final class ClientQuota {

    private final long perAddress;
    private final long perNetwork;
    private final Quota<Object> addresses = new Quota<>();
    private final Quota<Object> networks = new Quota<>();

    /**
     * @param perAddress for one address, for IPv6 for its /64
     * @param perNetwork for its /24, for IPv6 for its /48; never less than {@code perAddress}
     */
    public ClientQuota(long perAddress, long perNetwork) {
        this.perAddress = perAddress;
        this.perNetwork = Math.max(perAddress, perNetwork);
    }

    /** The share of one client, which it has in common with all callers from its address. */
    public final class Share {

        private final Object address;
        private final Object network;

        private Share(String remoteAddress) {
            this.address = ClientAddress.of(remoteAddress);
            this.network = ClientAddress.networkOf(remoteAddress);
        }

        /** Takes the units, until they are given back, if the address and its network may have them. */
        public boolean take(long units) {
            return take(units, perAddress, perNetwork);
        }

        /** The same with limits that may be tighter than the usual ones. */
        public boolean take(long units, long ofAddress, long ofNetwork) {
            if (!addresses.take(address, units, Math.min(ofAddress, perAddress))) {
                return false;
            }
            if (!networks.take(network, units, Math.min(ofNetwork, perNetwork))) {
                addresses.giveBack(address, units);
                return false;
            }
            return true;
        }

        /** Gives back units that were taken, all or some of them. */
        public void giveBack(long units) {
            addresses.giveBack(address, units);
            networks.giveBack(network, units);
        }
    }

    public Share of(String remoteAddress) {
        return new Share(remoteAddress);
    }

    /** The number of addresses and networks that hold something. */
    public int holders() {
        return addresses.holders() + networks.holders();
    }
}
