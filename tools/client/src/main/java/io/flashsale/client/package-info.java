/**
 * A client of the shop: HTTP through the gateway, and nothing else. Start at {@link ShopClient}.
 *
 * <p>A call ends in one of three ways: with success or a refusal, which are both a {@link Reply}, or with a {@link
 * NoAnswerException}, after which its effect is unknown.
 *
 * <p>The packages below hold the contents of requests and answers: money in cents, times in UTC.
 */
@NullMarked
package io.flashsale.client;

import org.jspecify.annotations.NullMarked;
