package io.flashsale.locklab.scenario;

import java.io.Serializable;

/** What happens in a scenario. Serializable, so that two scenarios can be seen to have the same one. */
@FunctionalInterface
public interface Script extends Serializable {

    /** @throws ScenarioException if it could not be run as it is written */
    void run(ScenarioContext context);
}
