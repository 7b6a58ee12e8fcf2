package io.flashsale.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.GatewayTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Useless requests cannot fill the disk. */
@ExtendWith(OutputCaptureExtension.class)
class QuietLogTests extends GatewayTest {

    /** {@code SecurityEventsTests} covers the security log. */
    @Test
    void saysNextToNothingOfWhatCannotBeReadOrIsNotThere(CapturedOutput output) {
        String rest = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        assertThat(client.raw("GET /a\\b" + rest)).startsWith("HTTP/1.1 400");
        assertThat(client.raw("GET /api/sales HTTP/1.1\r\nHost: x\r\nBad Name: y\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(client.raw("GET /api/none-such" + rest)).startsWith("HTTP/1.1 404");
        assertThat(output.getAll()).doesNotContain("Error parsing", "PageNotFound", "org.apache.coyote", "\tat ");
    }
}
