package io.flashsale.system.alert;

import io.flashsale.system.harness.RunningSystem;

/** Brings the running system into the state that an alert reports. */
@FunctionalInterface
interface AlertScenario {

    /** Ends that state, or stops its cause. */
    @FunctionalInterface
    interface Remedy {

        /** Does nothing: the event cannot be undone, and the alert ends when the event is old enough. */
        Remedy TIME = () -> {};

        void apply() throws Exception;
    }

    /**
     * Returns when only time is missing until the alert must fire.
     *
     * <p>If this throws, {@link AlertsIT} resumes or restarts the processes that hang or have ended.
     *
     * @return what makes the alert fall silent
     */
    Remedy bringAbout(RunningSystem system) throws Exception;
}
