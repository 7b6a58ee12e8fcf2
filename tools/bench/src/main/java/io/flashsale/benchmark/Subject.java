package io.flashsale.benchmark;

import io.flashsale.benchmark.report.Results;
import java.nio.file.Path;
import java.util.List;

/**
 * A revision of the system to measure.
 *
 * @param root of the working copy with its jars
 * @param jvmArguments of all its services, after the usual ones
 */
record Subject(String name, Path root, List<String> jvmArguments, Results results) {

    static Subject present(Path root) {
        return new Subject("this working copy", root, List.of(), new Results());
    }

    static Subject presentWith(Path root, Path argumentFile) {
        return new Subject("with " + argumentFile.getFileName(), root, List.of("@" + argumentFile), new Results());
    }

    /** This working copy with that share of all clicks followed, without a limit per second; see docs/journey.md. */
    static Subject presentFollowing(Path root, double share) {
        List<String> arguments = List.of(
                "-Dflashsale.tracing.sampling=" + share,
                "-Dflashsale.tracing.max-per-second=" + Integer.MAX_VALUE,
                "-Dflashsale.tracing.max-per-hour=" + Integer.MAX_VALUE);
        return new Subject("of the clicks followed: " + share, root, arguments, new Results());
    }

    static Subject revision(Revision other) {
        return new Subject(other.commit(), other.root(), List.of(), new Results());
    }
}
