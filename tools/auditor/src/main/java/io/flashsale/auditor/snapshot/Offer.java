package io.flashsale.auditor.snapshot;

/**
 * What a campaign promises, and when; in MySQL, and as its gate knows it.
 *
 * @param opensAt in epoch milliseconds, like {@code closesAt}.
 * @param title empty for a coupon template, like {@code priceCents} 0: its gate knows neither.
 */
public record Offer(long opensAt, long closesAt, String title, long priceCents) {

    public static final Offer NONE = new Offer(0, 0, "", 0);
}
