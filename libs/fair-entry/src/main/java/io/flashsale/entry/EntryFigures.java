package io.flashsale.entry;

/**
 * What became of the shoppers who entered a sale, as MySQL knows it: about a second late.
 *
 * @param entered shoppers who have a number
 * @param tickets that were handed out
 * @param bought orders placed with them; includes those given back
 * @param givenBack orders whose unit went back on sale
 * @param lapsed tickets whose time is over and that have no order; for a moment also those whose order is on its way
 */
record EntryFigures(long entered, long tickets, long bought, long givenBack, long lapsed) {

    static EntryFigures of(EntryFiguresMapper.Entered entered, EntryFiguresMapper.Used used) {
        return new EntryFigures(
                entered.entered(),
                entered.tickets(),
                used.bought(),
                used.givenBack(),
                Math.max(0, entered.expired() - used.expired()));
    }
}
