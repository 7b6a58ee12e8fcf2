package io.flashsale.controlroom.crowd;

/**
 * What a shopper was told.
 *
 * @param status the HTTP status, 0 if nobody answered
 * @param name {@code accepted}, the last segment of the problem's type, {@code no-answer}, or {@code http-STATUS}
 * @param orderId of an accepted reservation, otherwise empty
 */
record ShopAnswer(int status, String name, String orderId) {

    static final String ACCEPTED = "accepted";
    static final ShopAnswer NONE = new ShopAnswer(0, "no-answer", "");

    static ShopAnswer accepted(String orderId) {
        return new ShopAnswer(202, ACCEPTED, orderId);
    }

    static ShopAnswer unknown(int status) {
        return new ShopAnswer(status, "http-" + status, "");
    }

    boolean isAccepted() {
        return name.equals(ACCEPTED);
    }

    /** Says "not now": asking again may help. */
    boolean isPassing() {
        return status == 0 || status == 429 || status == 503;
    }
}
