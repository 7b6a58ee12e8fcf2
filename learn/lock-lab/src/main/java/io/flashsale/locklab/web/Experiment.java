package io.flashsale.locklab.web;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.run.ReportView;
import io.flashsale.locklab.run.RunListener;
import io.flashsale.locklab.scenario.Sizes;

/**
 * One scenario of a case, to be run once.
 *
 * @param laboratory for this experiment alone, and closed with it
 */
record Experiment(Case what, Scenario scenario, Sizes sizes, Laboratory laboratory) implements AutoCloseable {

    ReportView run(RunListener listener) throws InterruptedException {
        return ReportView.of(laboratory.run(what, scenario, sizes, listener));
    }

    @Override
    public void close() {
        laboratory.close();
    }
}
