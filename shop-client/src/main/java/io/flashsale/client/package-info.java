/**
 * The shop as a program reaches it: HTTP through the gateway, and nothing else. Begin at {@link ShopClient}.
 *
 * <p>A call ends in one of three ways: with what it asked for or a refusal, which are both a {@link Reply}; or with a
 * {@link NoAnswerException}, after which nobody knows whether it had an effect.
 *
 * <p>What travels in the bodies of requests and answers is in the packages below: money in cents, times in UTC.
 */
@NullMarked
package io.flashsale.client;

import org.jspecify.annotations.NullMarked;
