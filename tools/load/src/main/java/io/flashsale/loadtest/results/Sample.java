package io.flashsale.loadtest.results;

/**
 * One line of JMeter's result file. The start is in milliseconds since 1970, the duration in milliseconds. Texts
 * that were not recorded are empty.
 *
 * @param number in the waiting room, if the answer names it
 * @param place there, if the answer names it
 * @param answer the begin of the body, if the plan records it
 */
public record Sample(
        long begin,
        int elapsed,
        String label,
        String code,
        boolean success,
        String failure,
        String userId,
        String orderId,
        String problem,
        String number,
        String place,
        String answer) {

    public long end() {
        return begin + elapsed;
    }
}
