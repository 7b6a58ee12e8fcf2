package io.flashsale.locklab.path.call;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.locklab.scheme.Outcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The stock's side of the call: {@code POST /deduct/ITEM/UNITS}, with or without an operation in the query, and
 * {@code GET /outcome/OPERATION}, which responds 404 for an unknown operation. Deductions run on the thread
 * {@value #THREAD}.
 */
final class StockHttpServer implements AutoCloseable {

    /** The name of the thread that runs deductions. */
    static final String THREAD = "server";

    private final IdempotentLedger ledger;
    private final HttpServer server;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());

    StockHttpServer(IdempotentLedger ledger) throws IOException {
        this.ledger = ledger;
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/deduct/", this::deduct);
        server.createContext("/outcome/", this::outcome);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void deduct(HttpExchange call) throws IOException {
        Thread.currentThread().setName(THREAD);
        URI uri = call.getRequestURI();
        String[] path = uri.getPath().split("/");
        int units = Integer.parseInt(path[3]);
        Outcome outcome = uri.getQuery() == null
                ? ledger.deductUnnamed(path[2], units)
                : ledger.deduct(uri.getQuery(), path[2], units);
        answer(call, Optional.of(outcome));
    }

    private void outcome(HttpExchange call) throws IOException {
        answer(call, ledger.outcomeOf(call.getRequestURI().getPath().split("/")[2]));
    }

    private static void answer(HttpExchange call, Optional<Outcome> outcome) throws IOException {
        byte[] text = outcome.map(Outcome::name).orElse("").getBytes(StandardCharsets.US_ASCII);
        call.sendResponseHeaders(outcome.isPresent() ? 200 : 404, text.length == 0 ? -1 : text.length);
        call.getResponseBody().write(text);
        call.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
