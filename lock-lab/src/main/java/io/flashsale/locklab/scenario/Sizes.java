package io.flashsale.locklab.scenario;

import java.time.Duration;

/**
 * How large a run is.
 *
 * @param atMost after which buyers stop even if something is left
 */
public record Sizes(int stock, int buyers, int processes, Duration atMost) {}
