package io.flashsale.controlroom.crowd;

import java.time.Duration;

/**
 * What a crowd is told to do.
 *
 * @param arriveWithin the time over which the shoppers come; zero means all at once
 * @param maxDuration after this whoever has no answer yet goes home
 */
record CrowdPlan(String id, long saleId, int shoppers, Duration arriveWithin, Duration maxDuration) {}
