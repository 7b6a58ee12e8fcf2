package io.flashsale.loadtest.results;

/**
 * One line of JMeter's result file. The begin is in milliseconds since 1970, what it took in milliseconds; texts that
 * were not recorded are empty.
 */
public record Sample(
        long begin,
        int elapsed,
        String label,
        String code,
        String message,
        boolean success,
        String failure,
        String userId,
        String orderId,
        String problem) {

    public long end() {
        return begin + elapsed;
    }
}
