package io.flashsale.stock.waitinglist;

import java.util.List;

/** The sale is over or called off, and with it these shoppers' waiting. Published in the transaction that notes it. */
record ListEnded(long saleId, List<WaitingShopper> shoppers) {}
