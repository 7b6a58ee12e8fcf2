package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.ManualClockTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** Newcomers of another network while idle connections hold all places of a real server, one of them a trusted proxy's. */
@Tag("long")
@TestPropertySource(
        properties = {
            "server.tomcat.max-connections=40",
            "flashsale.gateway.connections.per-address=16",
            "flashsale.gateway.connections.per-network=16",
            "flashsale.gateway.trusted-proxies=127\\.0\\.7\\.1"
        })
class NewcomersTests extends ManualClockTest {

    @Autowired
    private AddressConnections<SocketChannel> connections;

    /** A connection from an address of this network that has sent a request. Linux lets a client have any of 127/8. */
    private Socket from(int network) throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        socket.setSoTimeout(120_000);
        socket.bind(new InetSocketAddress(InetAddress.getByName("127.0." + network + ".1"), 0));
        socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), client.port()));
        String request = "GET /api/sales HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static boolean isAnswered(Socket socket) throws IOException {
        return socket.getInputStream().read() == 'H';
    }

    @Test
    void getThePlacesOfTheNetworksThatHoldMost() throws IOException {
        int[] held = {16, 16, 2, 2, 2, 1, 1};
        for (int network = 1; network <= held.length; network++) {
            for (int i = 0; i < held[network - 1]; i++) {
                assertThat(isAnswered(from(network))).isTrue();
            }
        }
        Socket newcomer = from(8);
        assertThat(connections.displaced()).isZero();
        time.pass(AddressConnections.MIN_IDLE);
        assertThat(isAnswered(newcomer)).isTrue();
        assertThat(connections.displaced()).isPositive();
        for (Socket socket : open.subList(32, open.size() - 1)) {
            socket.getOutputStream()
                    .write("GET /api/sales HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .as("a network with few")
                    .contains("HTTP/1.1 200");
        }
    }
}
