package io.flashsale.system.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.harness.GatewayRoutes;
import io.flashsale.system.harness.GatewayRoutes.Route;
import io.flashsale.system.harness.RunningSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rubbish of every kind on every route, as bytes: nobody gets a fault of ours, a page of the server's, or no answer at all, and
 * nothing is changed by it. The same seed makes the same requests; what failed is printed whole.
 */
class FuzzIT {

    private static final long SEED = 20_261_122;
    private static final int AT_ONCE = 16;

    /** Much longer than the longest deadline for a body. */
    private static final int HANGS_AFTER_MS = 60_000;

    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get", "G(T");

    /** The tokens are needed for the other requests. */
    private static final List<String> ENDS_A_SESSION =
            List.of("/api/session", "/api/logout", "/api/logout/everywhere", "/api/admin/accounts/{username}/logout");

    private static final List<String> IDS = List.of(
            "0",
            "-1",
            "987654321987",
            "99999999999999999999",
            "abc",
            "%00",
            "%zz",
            "..%2f",
            "1;a=b",
            "%c3%28",
            "a b",
            "{}",
            "1%0d%0aX: y",
            "\u00e9",
            "*",
            "'",
            "1 OR 1=1",
            "%F0%9F%8D%8C");

    private static final List<String> QUERIES = List.of(
            "",
            "",
            "",
            "?page=-1",
            "?page=x&size=1e9",
            "?size=%zz",
            "?limit=99999999999999",
            "?waitSeconds=-1",
            "?topic=%00",
            "?a=b=c&&&",
            "?[]",
            "?waitSeconds=NaN",
            "?%00=1",
            "?page=0&page=1");

    private static final List<String> HEADERS = List.of(
            "Content-Type: */*",
            "Content-Type: application/*",
            "Content-Type: multipart/form-data",
            "Content-Type: multipart/form-data; boundary=x",
            "Content-Type: application/x-www-form-urlencoded",
            "Content-Type: application/json; charset=none-such",
            "Content-Type: application/json; charset=UTF-16",
            "Content-Type: application/problem+json",
            "Content-Type: ;",
            "Content-Type: application/json",
            "Accept: nonsense",
            "Accept: text/html",
            "Accept: application/json;q=x",
            "Accept-Charset: none-such",
            "Accept-Encoding: gzip;q=x, *;q=0",
            "Accept-Language: ---",
            "Authorization: Basic eDp5",
            "Authorization: Bearer",
            "Authorization: Bearer a.b.c",
            "Cookie: session=x; session=; =; ;;",
            "Content-Length: -1",
            "Content-Length: 99999999999999999999",
            "Content-Length: x",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: identity",
            "Expect: 200-maybe",
            "Range: bytes=9-1",
            "If-None-Match: \"",
            "If-Modified-Since: yesterday",
            "Last-Event-ID: -1",
            "Idempotency-Key: \u00e9\u00e9",
            "X-Correlation-Id: ${jndi:x}",
            "X-Forwarded-For: \u0000",
            "X-Forwarded-Host: evil.example",
            "Forwarded: for=;;",
            "Origin: null",
            "Origin: ::::",
            "Host: evil.example:99999",
            "Upgrade: h2c",
            "Connection: upgrade, HTTP2-Settings",
            "Trailer: Content-Length",
            "Bad Name: x",
            ": x",
            "X-Big: " + "x".repeat(20_000));

    private static final List<String> BODIES = List.of(
            "",
            "{",
            "[]",
            "null",
            "\"text\"",
            "{}",
            "{\"a\":".repeat(2_000),
            "[".repeat(2_000),
            "{\"username\":{\"x\":1},\"password\":[]}",
            "{\"username\":null,\"password\":null}",
            "{\"username\":\"\\u0000\",\"password\":\"\\ud800\"}",
            "{\"add\":1e400}",
            "{\"add\":-1}",
            "{\"count\":0}",
            "{\"saleId\":\"x\",\"shoppers\":-5}",
            "{\"title\":\"x\",\"priceCents\":1,\"initialStock\":1,\"opensAt\":\"+1000000000-12-31T23:59:59Z\"}",
            "{\"title\":\"x\",\"priceCents\":1,\"initialStock\":1,\"opensAt\":\"2099-12-31T23:59:59Z\"}",
            "{\"title\":\"x\",\"priceCents\":1,\"initialStock\":1,\"opensAt\":1e300}",
            "{\"title\":\"x\",\"priceCents\":1,\"initialStock\":1,\"opensAt\":99999999999999999}",
            "{\"title\":null,\"priceCents\":null,\"initialStock\":null}",
            "{\"title\":\"x\",\"amountCents\":1,\"quantity\":1,\"opensAt\":\"+999999999-12-31T23:59:59Z\"}",
            "{\"couponId\":\"x\"}",
            "{\"strategy\":\"\",\"scenario\":\"\"}",
            "{\"strategy\":\"none\",\"scenario\":\"none\",\"stock\":-1}",
            "{\"orders\":[{\"orderId\":\"x\"}]}",
            "{\"currentPassword\":\"x\",\"newPassword\":null}",
            "username=a&password=%zz",
            "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n",
            "\u00ff\u00fe\u0000{",
            "x".repeat(70_000));

    /** Whatever a shopper or an administrator could make. */
    private static final Map<String, List<String>> TABLES = Map.of(
            "flashsale_stock", List.of("sale", "product", "stock_flow"),
            "flashsale_order", List.of("account", "orders", "charge", "refund"),
            "flashsale_coupon", List.of("coupon_template", "coupon"));

    private final RunningSystem system = RunningSystem.withLockLab();
    private final URI gateway = URI.create(system.services.gatewayUrl());

    @Test
    void shouldAnswerRubbishWithProblems() throws Exception {
        sendAndCheck(1_000);
    }

    @Tag("long")
    @Test
    void shouldAnswerTenThousandPiecesOfRubbishWithProblems() throws Exception {
        sendAndCheck(10_000);
    }

    private void sendAndCheck(int count) throws Exception {
        List<String> tokens = List.of(
                "", system.shop.users(1).getFirst().token(), system.shop.admin().token(), "rubbish");
        Random random = new Random(SEED);
        List<String> requests =
                IntStream.range(0, count).mapToObj(n -> request(random, tokens)).toList();
        Map<String, Long> before = rows();
        List<String> bad = new ArrayList<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Callable<String>> calls = requests.stream()
                    .<Callable<String>>map(request -> () -> faultOf(request))
                    .toList();
            for (Future<String> answered : clients.invokeAll(calls)) {
                if (!answered.get().isEmpty()) {
                    bad.add(answered.get());
                }
            }
        }
        assertThat(bad).as("seed %s", SEED).isEmpty();
        assertThat(rows()).isEqualTo(before);
    }

    private Map<String, Long> rows() {
        return system.records.rows(TABLES);
    }

    private static String request(Random random, List<String> tokens) {
        Route route = one(GatewayRoutes.all(), random);
        String method = random.nextInt(3) == 0 ? one(METHODS, random) : route.method();
        String path = route.path().replaceAll("\\{[^}]*}", "<id>");
        while (path.contains("<id>")) {
            path = path.replaceFirst("<id>", java.util.regex.Matcher.quoteReplacement(one(IDS, random)));
        }
        String body = one(BODIES, random);
        StringBuilder request = new StringBuilder(method + " " + path + one(QUERIES, random) + " HTTP/1.1\r\n");
        request.append("Host: shop.example\r\nConnection: close\r\n");
        String token = one(tokens, random);
        if (!ENDS_A_SESSION.contains(route.path()) && !token.isEmpty()) {
            request.append("Authorization: Bearer ").append(token).append("\r\n");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            request.append(one(HEADERS, random)).append("\r\n");
        }
        if (!request.toString().contains("Content-Type")) {
            request.append("Content-Type: application/json\r\n");
        }
        boolean framed = request.toString().contains("Content-Length")
                || request.toString().contains("Transfer-Encoding");
        if (!framed) {
            request.append("Content-Length: ")
                    .append(body.getBytes(StandardCharsets.ISO_8859_1).length)
                    .append("\r\n");
        }
        return request.append("\r\n").append(framed ? "" : body).toString();
    }

    private static <T> T one(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    /** Empty when it was answered as it should be. */
    private String faultOf(String request) {
        String answer = "";
        try (Socket socket = new Socket(gateway.getHost(), gateway.getPort())) {
            socket.setSoTimeout(HANGS_AFTER_MS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            answer = readHead(socket);
        } catch (SocketTimeoutException hangs) {
            return "HANGS: " + brief(request);
        } catch (IOException reset) {
            return ""; // the server may close the connection while we still send what it does not want
        }
        boolean isFault = answer.matches("(?s)HTTP/1.1 5.*")
                || answer.toLowerCase(java.util.Locale.ROOT).contains("<html")
                || answer.matches("(?s)HTTP/1.1 4.*")
                        && !answer.contains("application/problem+json")
                        && !mayBeToldTheStatusAlone(request);
        return isFault ? brief(request) + "\n=> " + answer : "";
    }

    /** An answer to HEAD has no body, and whoever says what he accepts may have said that it is no JSON. */
    private static boolean mayBeToldTheStatusAlone(String request) {
        return request.startsWith("HEAD ") || request.contains("\r\nAccept: ");
    }

    /** The beginning of the answer: an event stream has no end. */
    private static String readHead(Socket socket) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] buffer = new byte[4_096];
        for (int n = socket.getInputStream().read(buffer);
                n >= 0 && read.size() < 4_096;
                n = socket.getInputStream().read(buffer)) {
            read.write(buffer, 0, n);
            if (read.toString(StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 2")) {
                break;
            }
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    private static String brief(String request) {
        return request.substring(0, Math.min(request.length(), 400));
    }
}
