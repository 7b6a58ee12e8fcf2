package io.flashsale.locklab.matrix;

import io.flashsale.locklab.asked.Questions;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import java.util.Locale;

/** Why a scheme was not asked for a property. */
enum Missing {
    /** It uses another case's lock. */
    SAME_LOCK,
    /** It is a path or a call and not a lock. */
    NO_LOCK,
    /** Nobody holds anything between two statements. */
    NO_HOLDER,
    /** The waiters are in the same process, which would be paused or die too. */
    ONE_PROCESS,
    /** The lab has no scenario that could show it. */
    NO_SCENARIO;

    String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Missing of(Property property, Case scheme) {
        if (Questions.SAME_LOCK.containsKey(scheme.id()) && !property.isMeasured()) {
            return SAME_LOCK;
        }
        if (scheme.kind() == Kind.PATH) {
            return property.isMeasured() ? NO_SCENARIO : NO_LOCK;
        }
        if (scheme.id().equals("A2")) {
            return ONE_PROCESS;
        }
        boolean held = scheme.kind() == Kind.LOCK || scheme.id().equals("D3");
        return held ? NO_SCENARIO : NO_HOLDER;
    }
}
