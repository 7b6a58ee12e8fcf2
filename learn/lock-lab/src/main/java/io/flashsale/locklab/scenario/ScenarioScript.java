package io.flashsale.locklab.scenario;

import java.io.Serializable;

/** What happens in a scenario. Serializable, so that two scenarios can be compared for the same script. */
@FunctionalInterface
public interface ScenarioScript extends Serializable {

    /** @throws ScenarioException if it could not be run as written */
    void run(ScenarioContext context);
}
