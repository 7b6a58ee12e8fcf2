package io.flashsale.commons.quota;

import java.util.concurrent.Semaphore;

/**
 * Limits what each address, each network and all clients together hold at one time: connections, requests, bytes. A
 * network counts, too, because its owner gets addresses cheaply.
 */
public final class ClientQuota {

    /** The limit of an address when units are scarce. */
    public static final int FEW = 10;

    /** The same for a network. */
    public static final int FEW_OF_A_NETWORK = 100;

    private final long perAddress;
    private final long perNetwork;
    private final int total;
    private final int reserved;
    private final Semaphore left;
    private final Quota<Object> addresses = new Quota<>();
    private final Quota<Object> networks = new Quota<>();

    /**
     * @param perAddress for one address, for IPv6 for its /64
     * @param perNetwork for its /24, for IPv6 for its /48; never less than {@code perAddress}
     */
    public ClientQuota(long perAddress, long perNetwork) {
        this(perAddress, perNetwork, Integer.MAX_VALUE);
    }

    /** @param total for all clients together */
    public ClientQuota(long perAddress, long perNetwork, int total) {
        this(perAddress, perNetwork, total, 0);
    }

    /** @param reserved of the total, for clients that hold {@link #FEW}, in networks that hold {@link #FEW_OF_A_NETWORK} */
    public ClientQuota(long perAddress, long perNetwork, int total, int reserved) {
        this.perAddress = perAddress;
        this.perNetwork = Math.max(perAddress, perNetwork);
        this.total = total;
        this.reserved = reserved;
        this.left = new Semaphore(total);
    }

    /** The share of one client, which it has in common with all callers from its address. */
    public final class Share {

        private final Object address;
        private final Object network;

        private Share(String remoteAddress) {
            this.address = ClientAddress.of(remoteAddress);
            this.network = ClientAddress.networkOf(remoteAddress);
        }

        /** Takes the units, until they are given back, if none of the limits forbids it. */
        public boolean take(int units) {
            boolean scarce = isScarce();
            if (!addresses.take(address, units, scarce ? Math.min(FEW, perAddress) : perAddress)) {
                return false;
            }
            if (!networks.take(network, units, scarce ? Math.min(FEW_OF_A_NETWORK, perNetwork) : perNetwork)) {
                addresses.giveBack(address, units);
                return false;
            }
            if (!left.tryAcquire(units)) {
                addresses.giveBack(address, units);
                networks.giveBack(network, units);
                return false;
            }
            return true;
        }

        /** Gives back units that were taken, all or some of them. */
        public void giveBack(int units) {
            addresses.giveBack(address, units);
            networks.giveBack(network, units);
            left.release(units);
        }
    }

    public Share of(String remoteAddress) {
        return new Share(remoteAddress);
    }

    /** Whether only the reserved units are left. */
    public boolean isScarce() {
        return left.availablePermits() <= reserved;
    }

    /** The units that all clients together hold. */
    public int taken() {
        return total - left.availablePermits();
    }

    /** The number of addresses and networks that hold something. */
    public int holders() {
        return addresses.holders() + networks.holders();
    }
}
