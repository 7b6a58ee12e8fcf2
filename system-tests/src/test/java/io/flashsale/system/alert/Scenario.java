package io.flashsale.system.alert;

import io.flashsale.system.harness.RunningSystem;

/** Brings about, on the running system, the state that an alert tells of. */
@FunctionalInterface
interface Scenario {

    /** What ends such a state, or keeps it from going on. */
    @FunctionalInterface
    interface Remedy {

        /** What has happened stays so, and the alert tells of it for a while. */
        Remedy TIME = () -> {};

        void apply() throws Exception;
    }

    /**
     * Returns when nothing but time is missing until the alert must fire. Processes that hang or have ended need not be woken, or
     * started, by who throws something: {@link AlertsIT} does.
     *
     * @return what is to be done so that it falls silent
     */
    Remedy bringAbout(RunningSystem system) throws Exception;
}
