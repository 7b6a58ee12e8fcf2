package io.flashsale.benchmark;

import io.flashsale.benchmark.report.Results;
import java.nio.file.Path;
import java.util.List;

/**
 * One revision of the system, which is measured.
 *
 * @param name which revision it is, as the reader is to see it
 * @param root of the working copy whose jars are run
 * @param present whether it is this working copy. What another revision is told is for one from before admission in groups, whose
 *     {@code ./demo} does not warm the way in up before the first crowd
 * @param jvmArguments of all its services, after the usual ones
 * @param results what has been measured of it so far
 */
record Subject(String name, Path root, boolean present, List<String> jvmArguments, Results results) {

    Subject {
        jvmArguments = List.copyOf(jvmArguments);
    }

    static Subject present(Path root) {
        return new Subject("this working copy", root, true, List.of(), new Results());
    }

    static Subject presentWith(Path root, Path argumentFile) {
        return new Subject(
                "with " + argumentFile.getFileName(), root, true, List.of("@" + argumentFile), new Results());
    }

    /** With that share of all clicks followed, however many come in a second; see docs/journey.md. */
    static Subject presentFollowing(Path root, double share) {
        List<String> arguments = List.of(
                "-Dflashsale.tracing.sampling=" + share,
                "-Dflashsale.tracing.max-per-second=" + Integer.MAX_VALUE,
                "-Dflashsale.tracing.max-per-hour=" + Integer.MAX_VALUE);
        return new Subject("of the clicks followed: " + share, root, true, arguments, new Results());
    }

    static Subject revision(Revision other) {
        return new Subject(other.commit(), other.root(), false, List.of(), new Results());
    }
}
