package io.flashsale.simulation.shop;

import java.util.List;

/** A setting and the steps from there. */
record Schedule(Setting setting, List<ScheduleStep> steps) {

    Schedule with(List<ScheduleStep> others) {
        return new Schedule(setting, others);
    }
}
