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
        assertThat(rawGet("/a\\b")).startsWith("HTTP/1.1 400");
        assertThat(rawGet("/api/sales", "Bad Name: y")).startsWith("HTTP/1.1 400");
        assertThat(rawGet("/api/none-such")).startsWith("HTTP/1.1 404");
        assertThat(output.getAll()).doesNotContain("Error parsing", "PageNotFound", "org.apache.coyote", "\tat ");
    }
}
