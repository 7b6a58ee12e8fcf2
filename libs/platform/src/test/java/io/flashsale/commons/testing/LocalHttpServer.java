package io.flashsale.commons.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** Servers in this JVM that play other services, each on a free port of this machine. */
public final class LocalHttpServer {

    private LocalHttpServer() {}

    /** Starts a server without handlers, which are added while it runs. */
    public static HttpServer started() {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer takes 40 ms
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return server;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }
}
