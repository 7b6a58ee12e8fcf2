package io.flashsale.stock.entry.lottery;

/**
 * Which number has which place. Those who entered before the opening of a lottery have the places that its seed decides; all
 * others that of their number, behind them.
 */
public final class Places {

    /** Where nothing is drawn. */
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

    /** From 1 on. */
    public synchronized long placeOf(long number) {
        return number <= size ? 1 + permutation.apply(number - 1) : number;
    }

    /** From 1 on. */
    public synchronized long numberAt(long place) {
        return place <= size ? 1 + permutation.invert(place - 1) : place;
    }
}
