package io.flashsale.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/** The service stops its parts in the right sequence. */
class ShutdownIT extends OrderServiceFixture {

    @Autowired
    private ConfigurableApplicationContext application;

    /** See {@link io.flashsale.commons.background.RepeatedTask#stoppingFirst()}. */
    @Test
    void shouldStopNothingTogetherWithWhatItUses() {
        Map<String, SmartLifecycle> beans = application.getBeansOfType(SmartLifecycle.class, false, false);
        assertThat(beans).containsKey("placementStarting");
        beans.forEach((used, bean) -> {
            for (String user : application.getBeanFactory().getDependentBeans(used)) {
                SmartLifecycle dependent = beans.get(user);
                if (dependent != null) {
                    assertThat(dependent.getPhase())
                            .as("%s uses %s", user, used)
                            .isGreaterThanOrEqualTo(bean.getPhase());
                }
            }
        });
    }
}
