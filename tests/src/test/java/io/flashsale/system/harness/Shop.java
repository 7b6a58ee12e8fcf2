package io.flashsale.system.harness;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.AdminClient;
import io.flashsale.client.Answer;
import io.flashsale.client.NoAnswerException;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.crowd.Retries;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.client.sale.NewSale;
import io.flashsale.contracts.problem.ProblemType;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shop as its clients see it: only HTTP through the gateway. */
public final class Shop {

    /** The password of every account that these tests make. */
    public static final String PASSWORD = "of-the-system-tests";

    /** A limit for waits, to end tests that hang. It is no measure of speed: even the slowest machine is faster. */
    public static final Duration SOON = Duration.ofMinutes(10);

    /** Half of the lifetime of an administrator's token in the demo. */
    private static final Duration ADMIN_FOR = Duration.ofMinutes(30);

    private static final String CROWDS = "/api/lab/crowds";

    private static final Set<Integer> ASK_AGAIN = Set.of(429, 503, 504);

    /** Problems that no repetition gets past, although others of their status pass. */
    private static final Set<String> FINAL = Set.of("too-many-unpaid", "lab-unavailable");

    /** So few that even a slow machine signs their tokens before the gateway gives up on the call. */
    private static final int NEWCOMERS_AT_ONCE = 250;

    private static final AtomicInteger NAMES = new AtomicInteger();

    static {
        Awaitility.setDefaultTimeout(SOON);
    }

    private final URI gateway;
    private final ShopClient client;
    private final List<User> crowd = new ArrayList<>();
    private User admin = new User("", "");
    private Instant adminUntil = Instant.MIN;

    public Shop(String url) {
        this.gateway = URI.create(url);
        this.client = new ShopClient(gateway, SOON, SOON);
    }

    public record User(String name, String token) {}

    public Answer call(String method, String path, User user, String body) {
        return call(method, path, user.token(), body);
    }

    /** Repeats the call until the answer is not "ask again". */
    public Answer call(String method, String path, String token, String body) {
        return withRetries(() -> callOnce(method, path, token, body));
    }

    public Answer get(String path, User user) {
        return call("GET", path, user, "");
    }

    /** Without a body. */
    public Answer post(String path, User user) {
        return call("POST", path, user, "");
    }

    /** Has the administrator change a sale. */
    public Answer amend(long sale, String json) {
        return call("PATCH", "/api/admin/sales/" + sale, admin(), json);
    }

    /** The first answer, even if it is "ask again". */
    public Answer getOnce(String path, User user) {
        return callOnce("GET", path, user, "");
    }

    /** The first answer, even if it is "ask again". */
    Answer callOnce(String method, String path, User user, String body) {
        return callOnce(method, path, user.token(), body);
    }

    private Answer callOnce(String method, String path, String token, String body) {
        return client.call(method, path, token.isEmpty() ? null : token, body);
    }

    /** Repeats the request until the answer is not "ask again". */
    public Answer send(HttpRequest request) {
        return withRetries(() -> client.send(request));
    }

    public HttpRequest.Builder request(String path) {
        return client.request(path);
    }

    User logIn(String name, String password) {
        Answer answer = withRetries(() -> client.logIn(name, password).answer());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return new User(name, answer.body().path("token").asString());
    }

    /** The administrator, logged in again long before the token expires. */
    public synchronized User admin() {
        if (Instant.now().isAfter(adminUntil)) {
            admin = logIn("admin", "admin-demo");
            adminUntil = Instant.now().plus(ADMIN_FOR);
        }
        return admin;
    }

    /** Makes and logs in a few new accounts; for thousands, use {@link #crowd}. */
    public List<User> users(int count) {
        return atOnce(32, Collections.<Callable<User>>nCopies(count, this::signUp));
    }

    /**
     * A shared crowd of users without passwords, because signing a token takes longer than a purchase.
     *
     * <p>Users may have bought in earlier tests, but not in a new sale.
     */
    public List<User> crowd(int count) {
        synchronized (crowd) {
            while (crowd.size() < count) {
                crowd.addAll(newcomers(Math.min(NEWCOMERS_AT_ONCE, count - crowd.size())));
            }
            return List.copyOf(crowd.subList(0, count));
        }
    }

    /** Makes these users in one call. */
    private List<User> newcomers(int count) {
        AdminClient administrator = client.administrator(admin().token());
        Reply<List<SimulatedShopper>> reply = await().pollDelay(Duration.ZERO)
                .ignoreExceptionsInstanceOf(NoAnswerException.class)
                .until(() -> administrator.shoppers(count), Reply.Success.class::isInstance);
        List<User> made = reply.orThrow().stream()
                .map(shopper -> new User(Long.toString(shopper.userId()), shopper.token()))
                .toList();
        assertThat(made).hasSize(count);
        return made;
    }

    /** Makes and logs in one new account. */
    public User user() {
        return users(1).getFirst();
    }

    private User signUp() {
        String name = "user-" + System.currentTimeMillis() % 1_000_000_000 + "-" + NAMES.incrementAndGet();
        Answer created = withRetries(() -> client.signUp(name, PASSWORD).answer());
        // 409: an earlier call made the account, but its answer was lost.
        assertThat(created.status()).as(created.text()).isIn(201, 409);
        return logIn(name, PASSWORD);
    }

    /** Makes a sale that is open now. */
    public long openSale(int units) {
        return open(new NewSale(null, "A sale", 1_999, 4_999L, units, null, null, null, null, null));
    }

    /** Makes a sale that is open now, with its stock in this many buckets. */
    public long openSale(int units, int buckets) {
        return open(NewSale.openNow("A hot sale", 1_999, units).inBuckets(buckets));
    }

    private long open(NewSale sale) {
        return idOf(withRetries(
                () -> client.administrator(admin().token()).create(sale).answer()));
    }

    /** Makes a sale from the JSON of a request, and returns its id. */
    public long makeSale(String json) {
        return make("/api/admin/sales", json);
    }

    /** Has the administrator make something, and returns its id. */
    public long make(String path, String json) {
        return idOf(call("POST", path, admin(), json));
    }

    private static long idOf(Answer created) {
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return Long.parseLong(created.body().path("id").asString());
    }

    public Answer sale(long sale) {
        return withRetries(() -> client.sale(sale).answer());
    }

    /** Waits until the shop shows this many units, because the displayed figure may be a second old. */
    public void awaitRemaining(long sale, int units) {
        await().ignoreExceptionsInstanceOf(NoAnswerException.class)
                .untilAsserted(() ->
                        assertThat(sale(sale).body().path("remaining").asInt()).isEqualTo(units));
    }

    /** Adds the stock once, even if the request has to be repeated. */
    public Answer addStock(long sale, int units) {
        return send(request("/api/admin/sales/" + sale + "/stock")
                .header("Authorization", "Bearer " + admin().token())
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(BodyPublishers.ofString("{\"add\": " + units + "}"))
                .build());
    }

    /**
     * Sends a crowd to a sale that has had none, waits for its end, and returns its final state. If the answer was
     * lost, finds the crowd in the list, rather than send another. Waits for the end of another sale's crowd.
     *
     * @param crowd the request, which names the sale
     */
    public JsonNode sendCrowd(long sale, String crowd) {
        String sent = await().pollDelay(Duration.ZERO)
                .until(
                        () -> {
                            Answer answer = callOnce("POST", CROWDS, admin(), crowd);
                            if (answer.status() == 202) {
                                return answer.headers().firstValue("Location").orElseThrow();
                            }
                            boolean mayBeSent =
                                    isToAskAgain(answer) || answer.problem().equals(ProblemType.CROWD_RUNNING.slug());
                            assertThat(mayBeSent).as(answer.text()).isTrue();
                            return crowdOf(Long.toString(sale));
                        },
                        address -> !address.isEmpty());
        return await().pollInterval(Duration.ofMillis(500))
                .until(
                        () -> get(sent, admin()).body(),
                        view -> !view.path("endedAt").isNull());
    }

    /** The address of the sale's crowd; empty if there is none. */
    private String crowdOf(String sale) {
        return get(CROWDS, admin())
                .body()
                .valueStream()
                .filter(crowd -> crowd.path("saleId").asString().equals(sale))
                .map(crowd -> CROWDS + "/" + crowd.path("id").asString())
                .findFirst()
                .orElse("");
    }

    /** Clicks until accepted or refused. If an unanswered click has bought, the next answer names its order. */
    public Answer reserve(long sale, User user) {
        return withRetries(() -> reserveOnce(sale, user));
    }

    /** A single click. */
    public Answer reserveOnce(long sale, User user) {
        return client.shopper(user.token()).reserve(sale).answer();
    }

    /** Buys a unit and returns the order id. */
    public String buy(long sale, User user) {
        Answer answer = reserve(sale, user);
        assertThat(answer.orderId()).as(answer.text()).isNotEmpty();
        return answer.orderId();
    }

    /** Buys a unit and waits until the order can be paid. */
    public String buyAndAwaitPlacement(long sale, User user) {
        String order = buy(sale, user);
        awaitOrder(order, user, "AWAITING_PAYMENT");
        return order;
    }

    /** Reserves while a test breaks something; empty if no answer arrived, so that the outcome is unknown. */
    public Optional<Answer> tryToReserve(long sale, User user) {
        return tryTo(() -> reserveOnce(sale, user));
    }

    /** Pays while a test breaks something; empty if no answer arrived. */
    public Optional<Answer> tryToPay(String orderId, User user) {
        return tryTo(() -> callOnce("POST", "/api/orders/" + orderId + "/payment", user, ""));
    }

    /** The answer to a call while a test breaks something; empty if none arrived. */
    static Optional<Answer> tryTo(Supplier<Answer> call) {
        try {
            return Optional.of(call.get());
        } catch (NoAnswerException unanswered) {
            return Optional.empty();
        }
    }

    public Answer order(String orderId, User user) {
        return get("/api/orders/" + orderId, user);
    }

    /** Waits until the order is in that state, whatever the answers said before. */
    public void awaitOrder(String orderId, User user, String status) {
        await().pollDelay(Duration.ZERO)
                .ignoreExceptionsInstanceOf(NoAnswerException.class)
                .until(() -> order(orderId, user).orderStatus(), status::equals);
    }

    public Answer pay(String orderId, User user) {
        return post("/api/orders/" + orderId + "/payment", user);
    }

    public Answer cancel(String orderId, User user) {
        return post("/api/orders/" + orderId + "/cancellation", user);
    }

    /** All users click together over this many connections, each until accepted or refused. */
    public List<Answer> stampede(long sale, List<User> users, int connections) {
        return each(users, connections, user -> reserve(sale, user));
    }

    /** All users click together over this many connections, once each. */
    public List<Answer> singleClicks(long sale, List<User> users, int connections) {
        return each(users, connections, user -> reserveOnce(sale, user));
    }

    /** The results, in the order of the users. */
    public static <U, T> List<T> each(List<U> users, int connections, Function<U, T> click) {
        return atOnce(
                connections,
                users.stream()
                        .map(user -> (Callable<T>) () -> click.apply(user))
                        .toList());
    }

    /**
     * Whether the caller should ask again: a slow machine may time out, or leave the outcome unknown. Some
     * refusals with these statuses are final, see docs/problems.md.
     */
    public static boolean isToAskAgain(Answer answer) {
        return ASK_AGAIN.contains(answer.status()) && !FINAL.contains(answer.problem());
    }

    /** Repeats the call as a browser does: while a service is slow or unavailable, or the rate limit is exceeded. */
    public static Answer withRetries(Supplier<Answer> call) {
        try {
            return Retries.until(answer -> !isToAskAgain(answer), SOON, Duration.ofMillis(200), call);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    /** Repeats the call until its service answers: on a slow machine the gateway may answer instead. */
    public static Answer untilItsServiceAnswers(Supplier<Answer> call) {
        return await().pollDelay(Duration.ZERO)
                .until(
                        call::get,
                        answer -> !Set.of("gateway-timeout", "service-unavailable")
                                .contains(answer.problem()));
    }

    /** A stampede while a test breaks something; returns only the answers that arrived. */
    public List<Answer> stampedeThroughFaults(long sale, List<User> users, int connections) {
        return throughFaults(users, connections, user -> reserveOnce(sale, user));
    }

    /** All users click together while a test breaks something; returns only the answers that arrived. */
    public static List<Answer> throughFaults(List<User> users, int connections, Function<User, Answer> click) {
        return each(users, connections, user -> tryTo(() -> click.apply(user))).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * The orders in the final answers to shoppers who clicked until accepted or refused.
     *
     * <p>Includes a shopper whose first answer was lost and whose next click reported the existing purchase.
     */
    public static List<String> orders(List<Answer> answers) {
        return answers.stream()
                .map(Answer::orderId)
                .filter(order -> !order.isEmpty())
                .toList();
    }

    /** The order ids of the answers with status 202. */
    public static List<String> accepted(List<Answer> answers) {
        return answers.stream()
                .filter(answer -> answer.status() == 202)
                .map(Answer::orderId)
                .toList();
    }

    /** The number of answers of each kind, for the messages of assertions. */
    public static Map<String, Long> summary(List<Answer> answers) {
        return answers.stream()
                .collect(groupingBy(answer -> (answer.status() + " " + answer.problem()).strip(), counting()));
    }

    /**
     * Requires that the queues drain and that the auditor then finds the sale's invariants to hold. Returns its
     * verdict.
     *
     * @param seen the answers that clients received, see {@link #seen}; empty for none
     * @param checked invariants that the auditor must have checked
     */
    public JsonNode requireAudit(long sale, String seen, String... checked) {
        String path = "/api/lab/audit/" + sale + "?waitSeconds=10";
        JsonNode verdict = await().until(
                        () -> call(seen.isEmpty() ? "GET" : "POST", path, admin(), seen)
                                .body(),
                        answer -> answer.path("drained").asBoolean());
        assertThat(verdict.path("holds").asBoolean())
                .as(verdict.toPrettyString())
                .isTrue();
        List<String> ids = verdict.path("invariants")
                .valueStream()
                .map(line -> line.path("id").asString())
                .toList();
        assertThat(ids.containsAll(List.of(checked))).as("%s", ids).isTrue();
        return verdict;
    }

    /** What clients saw, as JSON for the auditor. */
    public static String seen(List<Accepted> accepted, Collection<String> undecidedUsers) {
        return JsonMapper.shared()
                .writeValueAsString(Map.of("accepted", accepted, "indeterminateUsers", undecidedUsers));
    }

    /** An order whose acceptance its shopper was told. */
    public record Accepted(String orderId, String userId) {}

    /** Starts the work, which goes on while a test breaks something. */
    public static <T> CompletableFuture<T> inBackground(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> Thread.ofVirtual().start(task));
    }

    /** Starts all tasks together, at most {@code atATime} at once; fails if a task fails. */
    public static <T> List<T> atOnce(int atATime, List<Callable<T>> tasks) {
        try {
            return ShopperCrowd.atOnce(atATime, tasks);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
