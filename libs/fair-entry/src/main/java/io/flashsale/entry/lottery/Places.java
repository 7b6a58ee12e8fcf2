package io.flashsale.entry.lottery;

/**
 * Maps numbers to places. The seed of a lottery decides the places of those who entered before the opening; behind
 * them, each place equals the number.
 */
public final class Places {

    /** The places of a sale without a draw. */
    public static final Places BY_NUMBER = new Places(0, new byte[] {0});

    private final long size;
    private final Permutation permutation;

    private Places(long size, byte[] seed) {
        this.size = size;
        this.permutation = new Permutation(seed, Math.max(1, size));
    }

    /** @param size numbers that take part: 1 to this */
    public static Places drawn(byte[] seed, long size) {
        return new Places(size, seed);
    }

    /** The place of the number, from 1 on. */
    public synchronized long placeOf(long number) {
        return number <= size ? 1 + permutation.apply(number - 1) : number;
    }

    /** The number at the place, from 1 on. */
    public synchronized long numberAt(long place) {
        return place <= size ? 1 + permutation.invert(place - 1) : place;
    }
}
