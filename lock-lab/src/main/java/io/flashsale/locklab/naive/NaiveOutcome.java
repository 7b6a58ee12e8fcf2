package io.flashsale.locklab.naive;

/** What became of a wish to buy. */
sealed interface NaiveOutcome {

    record Accepted(long orderId) implements NaiveOutcome {}

    record SoldOut() implements NaiveOutcome {}

    record AlreadyPurchased(long orderId) implements NaiveOutcome {}

    record NoSuchSale() implements NaiveOutcome {}
}
