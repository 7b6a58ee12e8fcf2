package io.flashsale.system.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.harness.GatewayRoutes;
import io.flashsale.system.harness.GatewayRoutes.Route;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends malformed requests of every kind, as raw bytes, to every route.
 *
 * <p>No request may cause a 5xx, get an HTML error page, hang or change data. No process may end, and the logs
 * stay short. The same seed repeats the same requests; a failure prints its whole request.
 */
@Tag("long")
class FuzzIT {

    private static final long SEED = 20_261_122;
    private static final int AT_ONCE = 16;
    private static final int UNITS = 5;

    /** Much longer than the longest time-out of a body. */
    private static final int HANGS_AFTER_MS = 180_000;

    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get", "G(T");

    /** Calls that end a session; they use tokens of throw-away accounts. */
    private static final List<String> ENDS_A_SESSION = List.of("/api/session", "/api/logout", "/api/logout/everywhere");

    /** An administrator may call this for the throw-away accounts. */
    private static final String ENDS_SESSIONS_OF_OTHERS = "/api/admin/accounts/{username}/logout";

    /** Paths beside the API: the course, the API description, pages, and paths that other servers often have. */
    private static final List<String> OTHER_PATHS = List.of("""
            / /index.html /login /sales/{id} /orders/{id}/payment /control/{id} /lab/{id}
            /assets/{id}/app.js /images/{id} /course /course/{id} /course/files/{id} /course/texts/en
            /course/texts/{id}/contents /course/texts/en/chapters/{id} /course/texts/zh/files/{id}
            /course/texts/en/files/docs/{id} /course/texts/en/files/docs/lock-lab.md /api-docs /api-docs/
            /api-docs/{id} /api-docs/stock /api-docs/lock-lab /api-docs/page/{id} /api-docs/swagger-ui/{id}
            /v3/api-docs /actuator /actuator/{id} /actuator/env /actuator/heapdump /actuator/health/{id}
            /internal/{id} /oauth2/token /error /application.yaml""".split("\\s+"));

    private static final List<Route> ROUTES = Stream.concat(
                    GatewayRoutes.all().stream(), OTHER_PATHS.stream().map(path -> new Route("GET", path, "EVERYBODY")))
            .toList();

    private static final List<String> IDS = List.of("""
            0,-1,987654321987,99999999999999999999,abc,%00,%zz,..%2f,1;a=b,%c3%28,a b,{},1%0d%0aX: y,\u00e9,*,',\
            1 OR 1=1,%F0%9F%8D%8C""".split(","));

    /** The first three are none. */
    private static final List<String> QUERIES = List.of("""
            ,,,?page=-1,?page=x&size=1e9,?size=%zz,?limit=99999999999999,?waitSeconds=-1,?topic=%00,?a=b=c&&&,?[],\
            ?waitSeconds=NaN,?%00=1,?page=0&page=1,?q=%c3%28&size=2,?state=x,?after=AAAA,?after=%00&q=%""".split(","));

    private static final List<String> HEADERS =
            List.of("""
            Content-Type: */* | Content-Type: application/* | Content-Type: multipart/form-data | \
            Content-Type: multipart/form-data; boundary=x | Content-Type: application/x-www-form-urlencoded | \
            Content-Type: application/json; charset=none-such | Content-Type: application/json; charset=UTF-16 | \
            Content-Type: application/problem+json | Content-Type: ; | Content-Type: application/json | \
            Accept: nonsense | Accept: text/html | Accept: application/json;q=x | Accept-Charset: none-such | \
            Accept-Encoding: gzip;q=x, *;q=0 | Accept-Language: --- | Authorization: Basic eDp5 | \
            Authorization: Bearer | Authorization: Bearer a.b.c | Cookie: session=x; session=; =; ;; | \
            Content-Length: -1 | Content-Length: 99999999999999999999 | Content-Length: x | \
            Transfer-Encoding: xchunked | Transfer-Encoding: identity | Expect: 200-maybe | Range: bytes=9-1 | \
            If-None-Match: " | If-Modified-Since: yesterday | Last-Event-ID: -1 | Idempotency-Key: \u00e9\u00e9 | \
            X-Correlation-Id: ${jndi:x} | X-Forwarded-For: \0 | X-Forwarded-Host: evil.example | Forwarded: for=;; | \
            X-Flash-Sale-Page: 1 | X-Flash-Sale-Page: 1\r\nSec-Fetch-Site: same-origin | Sec-Fetch-Site: none-such | \
            Purchase-Ticket: x | Purchase-Ticket: a.b.c | Purchase-Ticket: %s | Purchase-Price-Cents: -1 | Purchase-Price-Cents: 1e9 | X-Signature: 00 | \
            X-Signature: t=x,v1=\u00e9 | Origin: null | Origin: :::: | Host: evil.example:99999 | Upgrade: h2c | \
            Connection: upgrade, HTTP2-Settings | Trailer: Content-Length | Bad Name: x | : x | X-Big: %s\
            """.formatted("A".repeat(4_000), "x".repeat(20_000)).split(" \\| "));

    /** The first one is none. */
    private static final List<String> BODIES =
            List.of("""
             | { | [] | null | "text" | {} | %s | %s | {"username":{"x":1},"password":[]} | \
            {"username":null,"password":null} | {"username":"\\u0000","password":"\\ud800"} | {"add":1e400} | \
            {"add":-1} | {"count":0} | {"saleId":"x","shoppers":-5} | \
            {"title":"x","priceCents":1,"initialStock":1,"opensAt":"+1000000000-12-31T23:59:59Z"} | \
            {"title":"x","priceCents":1,"initialStock":1,"opensAt":"2099-12-31T23:59:59Z"} | \
            {"title":"x","priceCents":1,"initialStock":1,"opensAt":1e300} | \
            {"title":"x","priceCents":1,"initialStock":1,"opensAt":99999999999999999} | \
            {"title":null,"priceCents":null,"initialStock":null} | \
            {"title":"x","amountCents":1,"quantity":1,"opensAt":"+999999999-12-31T23:59:59Z"} | \
            {"couponId":"x"} | {"proof":"x"} | {"proof":{"salt":1},"pass":[]} | {"proof":"%s"} | \
            {"title":"x","priceCents":1,"initialStock":1,"entry":{"mode":"NONE","rate":-1}} | \
            {"title":"x","priceCents":1,"initialStock":1,"entry":{"mode":"QUEUE","difficulty":1e99}} | \
            {"entry":[]} | {"strategy":"","scenario":""} | {"strategy":"none","scenario":"none","stock":-1} | \
            {"orders":[{"orderId":"x"}]} | {"currentPassword":"x","newPassword":null} | username=a&password=%%zz | \
            --x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n | \u00ff\u00fe\0{ | %s\
            """.formatted("{\"a\":".repeat(2_000), "[".repeat(2_000), "A".repeat(8_000), "x".repeat(70_000))
                    .split(" \\| "));

    /** How often existing ids are used. */
    private static final int REAL_IDS = 3;

    private static final Pattern AWAY = Pattern.compile("\n=> HTTP/1\\.1 50[34]\\b");
    private static final int MAX_REPETITIONS = 30;

    /** The minimal share of answered requests: a connection may be closed during the body, which loses the answer. */
    private static final double MIN_ANSWERED = 0.98;

    /** The number of accounts whose sessions may end. */
    private static final int THROW_AWAYS = 30;

    /** Services log refused requests, but only a few times per ten seconds. */
    private static final int MAX_LOG_LINES = 300;

    /** Further lines on a slow machine: one for each second that it takes, but no more than these. */
    private static final int MAX_FURTHER_LOG_LINES = 600;

    private static final Pattern REPEATED_LATER =
            Pattern.compile("failed and will be repeated in|, will try on|no snapshot of sale");
    private static final Pattern TIMED_OUT = Pattern.compile("(?i)time-?d? ?out");

    private static final Set<ServiceName> EVERY_SERVICE = EnumSet.allOf(ServiceName.class);

    /** The tables that requests of users could change. Deadlines also write to others, for orders of other tests. */
    private static final Map<String, List<String>> TABLES = Map.of(
            "flashsale_stock", List.of("sale", "product", "entry", "entry_lottery"),
            "flashsale_order", List.of("account", "orders", "charge", "refund"),
            "flashsale_coupon", List.of("coupon_template", "coupon"));

    private final RunningSystem system = RunningSystem.withLockLab();
    private final Shop shop = system.shop;
    private final URI gateway = URI.create(system.services.gatewayUrl());

    /** Existing records that must stay unchanged. */
    private record Fixture(String sale, String waitingRoom, String order, String template) {

        /** The condition for the record's row, by table. */
        Map<String, String> rows() {
            return Map.of(
                    "flashsale_stock.sale", "id = " + sale,
                    "flashsale_stock.stock", "sale_id = " + sale,
                    "flashsale_stock.stock_flow",
                            "order_id = " + order + " OR sale_id IN (" + sale + ", " + waitingRoom + ")",
                    "flashsale_stock.entry_served", "sale_id IN (" + sale + ", " + waitingRoom + ")",
                    "flashsale_order.orders", "id = " + order,
                    "flashsale_coupon.coupon_template", "id = " + template);
        }

        /** The existing ids for a path. Sales and templates have separate counters that start at 1. */
        List<String> ids(String path) {
            return path.contains("coupon") ? List.of(template, order) : List.of(sale, waitingRoom, order);
        }
    }

    /** The possible callers; {@code ""} is an anonymous one. */
    private record Callers(String shopper, String administrator, List<User> throwAways) {

        String one(Random random) {
            return FuzzIT.one(List.of("", shopper, administrator, "rubbish"), random);
        }

        String oneToThrowAway(Random random) {
            return random.nextInt(8) == 0
                    ? "rubbish"
                    : FuzzIT.one(throwAways, random).token();
        }
    }

    /** The result of a request; {@code fault} is empty if the answer was as it should be. */
    private record Outcome(boolean answered, String fault) {}

    @Test
    void shouldAnswerRubbishWithProblems() throws Exception {
        sendAndCheck(1_000);
    }

    @Test
    @Tag("weekly")
    void shouldAnswerTenThousandPiecesOfRubbishWithProblems() throws Exception {
        sendAndCheck(10_000);
    }

    private void sendAndCheck(int count) throws Exception {
        String template = upcoming("/api/admin/coupons", "\"amountCents\": 500, \"quantity\": 2");
        Fixture fixture = new Fixture(upcomingSale(""), upcomingWaitingRoom(), paidOrder(), template);
        awaitRefusal("/api/sales/" + fixture.sale() + "/reservations", 409);
        awaitRefusal("/api/coupons/" + fixture.template() + "/claims", 409);
        User shopper = shop.user();
        Callers callers = new Callers(shopper.token(), shop.admin().token(), shop.users(THROW_AWAYS));
        Random random = new Random(SEED);
        List<String> requests = IntStream.range(0, count)
                .mapToObj(n -> request(random, callers, fixture))
                .toList();
        system.queue.awaitPlaced(); // purchases in earlier tests
        Map<String, Long> rows = system.records.rows(TABLES);
        Map<String, String> contents = system.records.contents(fixture.rows());
        List<Long> processes = processes();
        Map<ServiceName, Integer> lines = new EnumMap<>(ServiceName.class);
        EVERY_SERVICE.forEach(name -> lines.put(name, log(name).size()));

        long begin = System.nanoTime();
        List<Outcome> outcomes = Shop.each(requests, AT_ONCE, this::outcomeOf);

        assertThat(outcomes.stream().map(Outcome::fault).filter(fault -> !fault.isEmpty()))
                .as("seed %s", SEED)
                .isEmpty();
        long answered = outcomes.stream().filter(Outcome::answered).count();
        System.out.println("FuzzIT: " + answered + " of " + count + " were answered");
        assertThat(answered).isGreaterThan((long) (MIN_ANSWERED * count));
        assertThat(shop.get("/api/orders", shopper).status())
                .as("a session that nobody was to end")
                .isEqualTo(200);
        await().untilAsserted(() -> assertThat(callers.throwAways())
                .as("some sessions were ended: their tokens came through")
                .anyMatch(user -> shop.get("/api/orders", user).status() == 401));
        assertThat(processes()).as("nobody was started again").isEqualTo(processes);
        assertThat(system.records.rows(TABLES)).isEqualTo(rows);
        assertThat(system.records.contents(fixture.rows())).isEqualTo(contents);
        Answer sale = shop.sale(Long.parseLong(fixture.sale()));
        assertThat(sale.status()).isEqualTo(200);
        assertThat(sale.body().path("remaining").asInt()).isEqualTo(UNITS);
        long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        lines.forEach((name, before) -> {
            List<String> since = log(name).stream().skip(before).toList();
            // Changes by administrators are logged, whatever the result.
            assertThat(withoutTimeouts(since).filter(line -> !line.contains("ADMINISTRATOR_CHANGE")))
                    .as("log of %s", name)
                    .hasSizeLessThan((int) (MAX_LOG_LINES + Math.min(seconds, MAX_FURTHER_LOG_LINES)))
                    .noneMatch(line -> line.contains(" ERROR ") || line.startsWith("\tat "));
        });
    }

    private List<Long> processes() {
        return EVERY_SERVICE.stream()
                .map(name -> system.services.service(name).pid())
                .toList();
    }

    private List<String> log(ServiceName name) {
        try {
            return Files.readAllLines(system.services.service(name).logFile());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Leaves out background work that timed out, as on a slow machine: no request waits for it, and it is repeated. */
    private static Stream<String> withoutTimeouts(List<String> log) {
        return Stream.of(String.join("\n", log).split("\n(?=\\d{4}-\\d\\d-\\d\\dT)"))
                .filter(entry -> {
                    String text = entry.replaceAll(".*\tat .*", "");
                    return !REPEATED_LATER.matcher(text).find()
                            || !TIMED_OUT.matcher(text).find();
                })
                .flatMap(String::lines);
    }

    /** A sale, waiting room or coupon that has not opened, with these further fields. */
    private String upcoming(String path, String fields) {
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        return Long.toString(shop.make(path, """
                {"title": "Tomorrow", "opensAt": "%s", %s}""".formatted(tomorrow, fields)));
    }

    private String upcomingSale(String entry) {
        return upcoming("/api/admin/sales", "\"priceCents\": 1999, \"initialStock\": %d%s".formatted(UNITS, entry));
    }

    /** A waiting room that needs a proof of work, which a malformed body never contains. */
    private String upcomingWaitingRoom() {
        String sale = upcomingSale("""
                , "entry": {"mode": "QUEUE", "difficulty": 10000000}""");
        awaitRefusal("/api/sales/" + sale + "/entry", 403);
        return sale;
    }

    /** Waits while the sale answers 503 because its gate is not ready. */
    private void awaitRefusal(String path, int status) {
        await().until(() -> shop.post(path, shop.admin()).status() == status);
    }

    /** A paid order of a shopper who sends no requests here. */
    private String paidOrder() {
        User buyer = shop.user();
        String order = shop.buyAndAwaitPlacement(shop.openSale(1), buyer);
        assertThat(shop.pay(order, buyer).status()).isEqualTo(200);
        return order;
    }

    private static String request(Random random, Callers callers, Fixture fixture) {
        Route route = one(ROUTES, random);
        String method = random.nextInt(3) == 0 ? one(METHODS, random) : route.method();
        List<String> ids = new ArrayList<>(IDS);
        if (route.path().equals(ENDS_SESSIONS_OF_OTHERS)) {
            callers.throwAways().forEach(user -> ids.add(user.name()));
        } else {
            Collections.nCopies(REAL_IDS, fixture.ids(route.path())).forEach(ids::addAll);
        }
        String path = route.path().replaceAll("\\{[^}]*}", "<id>");
        while (path.contains("<id>")) {
            path = path.replaceFirst("<id>", Matcher.quoteReplacement(one(ids, random)));
        }
        String body = one(BODIES, random);
        StringBuilder request = new StringBuilder(method + " " + path + one(QUERIES, random) + " HTTP/1.1\r\n");
        request.append("Host: shop\r\nConnection: close\r\n");
        String token = ENDS_A_SESSION.contains(route.path())
                ? callers.oneToThrowAway(random)
                : one(callers, path, method, fixture, random);
        if (ENDS_A_SESSION.contains(route.path()) && random.nextBoolean()) {
            request.append("X-Flash-Sale-Page: 1\r\nCookie: session=" + token + "\r\n");
        } else if (!token.isEmpty()) {
            request.append("Authorization: Bearer " + token + "\r\n");
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
            request.append("Content-Length: " + body.length() + "\r\n"); // each character is one byte
        }
        return request.append("\r\n").append(framed ? "" : body).toString();
    }

    /** Replaces an administrator in requests that could really change the fixture: some of the bodies are valid. */
    private static String one(Callers callers, String path, String method, Fixture fixture, Random random) {
        String token = callers.one(random);
        boolean changes = method.equals("PATCH") && fixture.ids(path).stream().anyMatch(path::contains);
        return changes && token.equals(callers.administrator()) ? callers.shopper() : token;
    }

    private static <T> T one(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    /** Repeats the request while a service is slow or unavailable, as on a slow machine. A 500 is a fault at once. */
    private Outcome outcomeOf(String request) {
        Outcome outcome = sent(request);
        for (int i = 0; i < MAX_REPETITIONS && AWAY.matcher(outcome.fault()).find(); i++) {
            LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
            outcome = sent(request);
        }
        return outcome;
    }

    private Outcome sent(String request) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (Socket socket = new Socket(gateway.getHost(), gateway.getPort())) {
            socket.setSoTimeout(HANGS_AFTER_MS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            readHead(socket, read);
        } catch (SocketTimeoutException hangs) {
            return new Outcome(false, "HANGS: " + brief(request));
        } catch (IOException reset) {
            // The server may close the connection before it has read everything; its answer until then counts.
        }
        String answer = read.toString(StandardCharsets.ISO_8859_1);
        boolean isPage = answer.startsWith("HTTP/1.1 200 ") && !request.contains(" /api/");
        // HEAD has no body, and Accept may exclude JSON.
        boolean mayHaveNoProblem = request.startsWith("HEAD ") || request.contains("\r\nAccept: ");
        boolean isFault = answer.matches("(?s)HTTP/1.1 5.*")
                || answer.toLowerCase(Locale.ROOT).contains("<html") && !isPage
                || answer.matches("(?s)HTTP/1.1 4.*")
                        && !answer.contains("application/problem+json")
                        && !mayHaveNoProblem;
        return new Outcome(answer.startsWith("HTTP/1.1 "), isFault ? brief(request) + "\n=> " + answer : "");
    }

    /** Reads only the beginning of the answer, because an event stream has no end. */
    private static void readHead(Socket socket, ByteArrayOutputStream read) throws IOException {
        byte[] buffer = new byte[4_096];
        for (int n = socket.getInputStream().read(buffer);
                n >= 0 && read.size() < 4_096;
                n = socket.getInputStream().read(buffer)) {
            read.write(buffer, 0, n);
            if (read.toString(StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 2")) {
                break;
            }
        }
    }

    private static String brief(String request) {
        return request.substring(0, Math.min(request.length(), 400));
    }
}
