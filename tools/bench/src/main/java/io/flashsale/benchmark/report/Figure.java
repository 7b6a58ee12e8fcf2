package io.flashsale.benchmark.report;

/** What each round measures; the letters are those of docs/measuring.md. */
public enum Figure {
    GATEWAY_FLOOR("a", "gateway's floor: forwards a constant answer", "1/s"),
    STOCK_FLOOR("b", "stock-service's floor: token check and one script, sold out, called directly", "1/s"),
    SOLD_OUT("c", "sold-out answers through the gateway", "1/s"),
    SOLD_OUT_TO_A_CROWD("c", "the same to 100,000 different shoppers, once each", "1/s"),
    FIRST_BURST("d", "accepted reservations through the gateway, fresh users: the first after a start", "1/s"),
    ACCEPTED("d", "the same when all is warm", "1/s"),
    ACCEPTED_BY_256("d", "the same by 256 connections, of users who came before", "1/s"),
    ACCEPTED_BY_500("d", "the same by 500 connections", "1/s"),
    CROWD("d", "answers to ten shoppers for each unit, once each, by 256 connections", "1/s"),
    BACKLOG("e", "accepted by 256 connections while placement stands still, of one sale", "1/s"),
    BACKLOG_OF_MANY("e", "the same of ten sales", "1/s"),
    PERSISTED_AFTER("e", "from the last 202 of the burst until all of its orders are persisted", "ms"),
    DRAIN("e", "drain rate of a prepared backlog of one sale", "orders/s"),
    DRAIN_OF_MANY("e", "drain rate of a prepared backlog of ten sales", "orders/s"),
    PAYMENTS("f", "payments through the gateway", "1/s"),
    STEADY_P50("g", "reservation at 1,000 arrivals a second, p50", "ms"),
    STEADY_P99("g", "p99", "ms"),
    STEADY_P999("g", "p99.9", "ms"),
    STEADY_REFUSED("g", "told to come again (503)", ""),
    MEMORY("h", "resident memory of all processes after the rounds", "MB"),
    FIRST_START("i", "from nothing to the first accepted purchase, jars built: the very first time", "s"),
    START("i", "the same with AOT caches", "s"),
    SERVING("k", "what is served in a waiting room, to whoever asks the gateway", "1/s"),
    WITHOUT_KAFKA("l", "accepted by 256 connections while Kafka is silent", "1/s"),
    SMALL_GROUPS("m", "accepted in groups of four, as many gateways would send them to stock-service", "1/s");

    private final String letter;
    private final String title;
    private final String unit;

    Figure(String letter, String title, String unit) {
        this.letter = letter;
        this.title = title;
        this.unit = unit;
    }

    public String letter() {
        return letter;
    }

    public String title() {
        return title;
    }

    public String unit() {
        return unit;
    }
}
