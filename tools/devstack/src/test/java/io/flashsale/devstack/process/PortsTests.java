package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortsTests {

    @Test
    void handsOutEachPortOnce() {
        assertThat(IntStream.range(0, 50).map(i -> Ports.free())).doesNotHaveDuplicates();
    }

    @Test
    void seesWhoHoldsAPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            assertThat(Ports.isFree(socket.getLocalPort())).isFalse();
            assertThat(Ports.holder(socket.getLocalPort()))
                    .startsWith("process " + ProcessHandle.current().pid());
        }
    }
}
