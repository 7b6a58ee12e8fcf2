package io.flashsale.locklab.naive;

/** The outcome of a shopper's attempt to buy. */
sealed interface NaiveOutcome {

    record Accepted(long orderId) implements NaiveOutcome {}

    record SoldOut() implements NaiveOutcome {}

    record AlreadyPurchased(long orderId) implements NaiveOutcome {}

    record NoSuchSale() implements NaiveOutcome {}
}
