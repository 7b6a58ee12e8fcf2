package io.flashsale.contracts.problem;

import java.net.URI;
import java.util.Locale;

/**
 * The stable types of the problem details (RFC 9457) that any of our services answers; the URI is
 * {@code /problems/<name in kebab-case>}. Clients may rely on the type; titles and details are for people.
 */
public enum ProblemType {
    // Refusals of a reservation
    SOLD_OUT(409, "Everything is sold"),
    ALREADY_PURCHASED(409, "You have already bought this"),
    SALE_NOT_OPEN(409, "The sale has not opened yet"),
    SALE_ENDED(409, "The sale has ended"),
    SALE_NOT_FOUND(404, "No such sale"),
    PRICE_CHANGED(409, "The price has changed"),
    SALE_WARMING_UP(503, "The sale is being prepared, try again in a moment"),
    RESERVATION_NOT_FOUND(404, "No such reservation"),

    // Entry to a sale
    TICKET_REQUIRED(403, "This sale asks for a purchase ticket"),
    TICKET_INVALID(403, "This is no purchase ticket of this sale"),
    TICKET_NOT_YOURS(403, "The purchase ticket is somebody else's"),
    TICKET_EXPIRED(403, "The purchase ticket has expired"),
    TICKET_USED(403, "The purchase ticket was used already"),
    ENTRY_NOT_NEEDED(409, "This sale has no waiting room"),
    NOT_ENTERED(404, "You have not entered this sale"),
    NOT_YOUR_TURN(403, "It is not your turn yet"),
    TURN_OVER(403, "Your turn is over"),
    PASS_INVALID(403, "This is no pass of this sale"),
    PASS_NOT_YOURS(403, "The pass is somebody else's"),
    PROOF_OF_WORK_REQUIRED(403, "This sale asks for a proof of work"),
    PROOF_OF_WORK_WRONG(403, "This proof of work does not get you in"),
    PROOF_OF_WORK_EXPIRED(403, "The proof of work has expired"),
    TOO_MANY_UNPAID(429, "You have let too many units of a sale go"),

    // The waiting list of a sold-out sale
    NO_WAITING_LIST(409, "This sale has no waiting list"),
    NOT_SOLD_OUT(409, "There are units left, so nobody has to wait"),
    NOT_WAITING(404, "You are not on the waiting list"),

    // Orders and payment
    ORDER_NOT_FOUND(404, "No such order"),
    ORDER_QUEUED(409, "The order is still in the queue"),
    ORDER_CLOSED(409, "The order is closed"),
    ORDER_PAID(409, "The order is paid"),
    ORDER_NOT_PAID(409, "The order is not paid"),
    ORDER_REJECTED(409, "The order was rejected"),
    JOURNEY_NOT_FOUND(404, "Nothing is known of the way of this click"),
    PAYMENT_DECLINED(402, "The payment was declined"),
    PAYMENT_PENDING(409, "Another payment of this order is under way"),

    // Messages
    TOO_MANY_REMINDERS(409, "You have as many reminders as one may have"),

    // Coupons
    COUPON_NOT_USABLE(409, "The coupon cannot be used"),
    COUPON_IN_USE(409, "Another order holds the coupon"),
    COUPON_NOT_FOUND(404, "No such coupon"),
    ALREADY_CLAIMED(409, "You have as many of this coupon as one may have"),
    COUPON_NOT_OPEN(409, "The coupon cannot be claimed yet"),
    COUPON_ENDED(409, "The coupon cannot be claimed any more"),
    COUPON_WARMING_UP(503, "The coupon is being prepared, try again in a moment"),
    COUPON_CONFLICT(409, "Somebody changed the coupon at the same time"),
    COUPONS_UNAVAILABLE(503, "Coupons do not answer; paying without one works"),

    // Administration
    PRODUCT_NOT_FOUND(404, "No such product"),
    PRODUCT_CONFLICT(409, "Somebody changed the product at the same time"),
    PRODUCT_WITHDRAWN(409, "The product was withdrawn"),
    SALE_CONFLICT(409, "The sale does not allow this change"),
    UNITS_NOT_LEFT(409, "So many units are not left"),
    DEAD_LETTER_CONFLICT(409, "The dead letter does not allow this"),

    // The control room
    CROWD_RUNNING(409, "A crowd is under way already"),
    CROWD_NOT_FOUND(404, "No such crowd"),
    NO_SIMULATED_SHOPPERS(409, "There are no simulated shoppers here"),
    FAULT_TARGET_NOT_FOUND(404, "Nothing to break has this name"),
    FAULT_NOT_POSSIBLE(409, "It cannot be broken in this way now"),
    ALREADY_BROKEN(409, "It is broken already"),

    // The lock lab
    STRATEGY_NOT_FOUND(404, "No such scheme or scenario"),
    RUN_NOT_FOUND(404, "No such run"),
    LAB_BUSY(409, "Another run is under way in the lab"),
    GAME_NOT_FOUND(404, "No such game"),
    GAMES_FULL(409, "As many games are played as the lab has room for"),
    MOVE_NOT_POSSIBLE(409, "This move is not possible now"),
    LAB_UNAVAILABLE(503, "The lab cannot start its servers here"),

    // Accounts
    USERNAME_TAKEN(409, "The username is taken"),
    BAD_CREDENTIALS(401, "Username or password is wrong"),
    COMMON_PASSWORD(400, "Everybody tries this password first"),
    WRONG_PASSWORD(403, "The present password is wrong"),
    NO_PASSWORD(409, "This account has no password"),
    LOG_IN_NOT_CONFIRMED(401, "The provider did not confirm the log-in"),
    LOG_IN_PROVIDER_UNAVAILABLE(503, "The provider does not answer"),
    UNAUTHENTICATED(401, "Log in first"),
    FORBIDDEN(403, "Not allowed"),

    // The request itself
    INVALID_REQUEST(400, "The request is not valid"),
    NOT_FOUND(404, "Nothing here"),
    METHOD_NOT_ALLOWED(405, "Method not allowed"),
    NOT_ACCEPTABLE(406, "No such representation"),
    REQUEST_TIMEOUT(408, "The request took too long to arrive"),
    PAYLOAD_TOO_LARGE(413, "The request is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported content type"),
    MISDIRECTED_REQUEST(421, "The shop does not answer for this host"),
    RATE_LIMITED(429, "Too many requests"),

    // Faults
    INTERNAL_ERROR(500, "Something went wrong here"),
    SERVICE_UNAVAILABLE(503, "The service is not available, try again in a moment"),
    QUEUE_UNAVAILABLE(503, "The message queue does not answer, try again in a moment"),
    GATEWAY_TIMEOUT(504, "The service did not answer in time");

    private final int status;
    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** The last segment of the URI, such as {@code sold-out}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public URI uri() {
        return URI.create("/problems/" + slug());
    }
}
