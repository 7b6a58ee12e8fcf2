package io.flashsale.locklab.scenario;

/** What happens in a scenario. */
@FunctionalInterface
public interface Script {

    /** @throws ScenarioException if it could not be run as it is written */
    void run(ScenarioContext context);
}
