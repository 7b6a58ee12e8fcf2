package io.flashsale.controlroom.fault;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commons.problem.ProblemException;
import java.net.URI;
import java.net.http.HttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.json.JsonMapper;

class FaultPropertiesTests {

    private static final FaultProperties LAUNCHER = new FaultProperties(URI.create("http://127.0.0.1:1"), "secret");

    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        http.close();
    }

    private LauncherClient launcher(FaultProperties properties, String... profiles) {
        MockEnvironment environment = new MockEnvironment();
        environment.setActiveProfiles(profiles);
        return new LauncherClient(properties, JsonMapper.shared(), http, environment);
    }

    @Test
    void shouldNotStartOutsideTheDemoIfThingsCouldBeBroken() {
        assertThatThrownBy(() -> launcher(LAUNCHER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("flashsale.faults.url is for the profile demo only");
        assertThatThrownBy(() -> launcher(LAUNCHER, "production")).isInstanceOf(IllegalStateException.class);
        assertThatCode(() -> launcher(LAUNCHER, "demo")).doesNotThrowAnyException();
    }

    @Test
    void shouldHaveNothingToBreakWithoutALauncher() {
        LauncherClient none = launcher(new FaultProperties(null, null));
        assertThatThrownBy(none::faults).isInstanceOf(ProblemException.class).hasMessageContaining("not-found");
    }
}
