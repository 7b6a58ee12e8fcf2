package io.flashsale.system.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A line between a browser and the gateway that can be cut, with all connections that run through it. */
final class CuttableLine implements AutoCloseable {

    private final URI to;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    CuttableLine(String to) {
        this.to = URI.create(to);
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** Breaks every connection, and each new one until it is mended. */
    void cut() {
        cut = true;
        open.forEach(CuttableLine::close);
    }

    void mend() {
        cut = false;
    }

    @Override
    public void close() {
        cut();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket from = server.accept();
                if (cut) {
                    close(from);
                } else {
                    connect(from);
                }
            } catch (IOException closed) {
                // the loop ends if it is the server that was closed
            }
        }
    }

    private void connect(Socket from) throws IOException {
        Socket onward = new Socket(to.getHost(), to.getPort());
        open.add(from);
        open.add(onward);
        Thread.ofVirtual().start(() -> copy(from, onward));
        Thread.ofVirtual().start(() -> copy(onward, from));
    }

    private void copy(Socket from, Socket onward) {
        try (InputStream in = from.getInputStream();
                OutputStream out = onward.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException broken) {
            // so is the other direction then
        } finally {
            open.remove(from);
            open.remove(onward);
            close(from);
            close(onward);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
