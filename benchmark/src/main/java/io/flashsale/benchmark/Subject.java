package io.flashsale.benchmark;

import io.flashsale.benchmark.report.Results;
import java.nio.file.Path;

/**
 * One revision of the system, which is measured.
 *
 * @param name which revision it is, as the reader is to see it
 * @param root of the working copy whose jars are run
 * @param present whether it is this working copy. What another revision is told is for one from before admission in groups, whose
 *     {@code ./demo} does not warm the way in up before the first crowd
 * @param results what has been measured of it so far
 */
record Subject(String name, Path root, boolean present, Results results) {}
