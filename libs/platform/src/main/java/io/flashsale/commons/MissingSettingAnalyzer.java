package io.flashsale.commons;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints the missing setting instead of a stack trace. */
class MissingSettingAnalyzer extends AbstractFailureAnalyzer<MissingSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MissingSettingException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
