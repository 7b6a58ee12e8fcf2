package io.flashsale.benchmark;

import io.flashsale.benchmark.report.Results;
import java.nio.file.Path;

/**
 * One revision of the system, which is measured.
 *
 * @param name which revision it is, as the reader is to see it
 * @param root of the working copy whose jars are run
 * @param warmsUp whether its {@code ./demo} warms the way in up before the first crowd, which those of earlier revisions do not
 * @param results what has been measured of it so far
 */
record Subject(String name, Path root, boolean warmsUp, Results results) {}
