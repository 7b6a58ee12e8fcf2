package io.flashsale.gateway.revocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.OutsideClient;
import io.flashsale.contracts.session.EndedSessionList;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.GatewayTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.test.context.TestPropertySource;

/** A gateway that has just started would accept revoked tokens, so it gets no requests before it knows them. */
@TestPropertySource(properties = "test.readiness=a gateway of its own")
class ReadinessTests extends GatewayTest {

    static {
        ORDER.on(EndedSessionList.PATH, FakeService.json(503, "{}")); // before it starts
    }

    @Autowired
    private EndedSessionsWatch watch;

    private OutsideClient management = new OutsideClient(0);
    private int atStart;

    /** Before the test's services are told to answer as usual. */
    @Autowired
    void askAtStart(@LocalManagementPort int port) {
        management = new OutsideClient(port);
        atStart = readiness();
    }

    private int readiness() {
        return management.get("/actuator/health/readiness", null).statusCode();
    }

    @Test
    void comesWithTheFirstWholeListOfEndedSessionsAndStays() {
        assertThat(atStart).isEqualTo(503);
        await().until(() -> readiness() == 200);
        ORDER.on(EndedSessionList.PATH, FakeService.json(503, "{}"));
        watch.look();
        assertThat(readiness()).isEqualTo(200);
    }
}
