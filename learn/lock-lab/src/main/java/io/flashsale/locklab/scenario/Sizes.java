package io.flashsale.locklab.scenario;

import java.time.Duration;

/**
 * The sizes of a run.
 *
 * @param atMost the time after which buyers stop even if units are left
 */
public record Sizes(int stock, int buyers, int processes, Duration atMost) {}
