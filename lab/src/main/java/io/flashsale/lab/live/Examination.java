package io.flashsale.lab.live;

import java.time.Instant;
import java.util.List;

/** What an audit found, as lights. */
record Examination(Instant at, List<Light> lights) {}
