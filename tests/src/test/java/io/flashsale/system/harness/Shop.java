package io.flashsale.system.harness;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.AdminClient;
import io.flashsale.client.NoAnswerException;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.sale.NewSale;
import io.flashsale.contracts.problem.ProblemType;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

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
    private static final Set<String> FINAL =
            Set.of(ProblemType.TOO_MANY_UNPAID.slug(), ProblemType.LAB_UNAVAILABLE.slug());

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final URI gateway;
    private final ShopClient client;
    private final List<User> crowd = new ArrayList<>();
    private User admin = new User("", "");
    private Instant adminUntil = Instant.MIN;

    public Shop(String url) {
        this.gateway = URI.create(url);
        this.client = new ShopClient(gateway, SOON, SOON);
    }

    /** An answer with the fields that tests use most; missing fields are empty. */
    public record Answer(io.flashsale.client.Answer received) {

        public int status() {
            return received.status();
        }

        public HttpHeaders headers() {
            return received.headers();
        }

        public String text() {
            return received.text();
        }

        public JsonNode body() {
            return received.body();
        }

        /** The last segment of the problem's type. */
        public String problem() {
            return received.problem();
        }

        public String orderId() {
            return body().path("orderId").asString("");
        }

        /**
         * Whether the caller should ask again: a slow machine may time out, or leave the outcome unknown. Some
         * refusals with these statuses are final, see docs/problems.md.
         */
        public boolean isToAskAgain() {
            return ASK_AGAIN.contains(status()) && !FINAL.contains(problem());
        }

        public String orderStatus() {
            return body().path("status").asString("");
        }
    }

    public record User(String name, String token) {}

    public Answer call(String method, String path, User user, String body) {
        return call(method, path, user.token(), body);
    }

    /** Repeats the call until the answer is not "ask again". */
    public Answer call(String method, String path, String token, String body) {
        return withRetries(() -> callOnce(method, path, token, body));
    }

    /** The first answer, even if it is "ask again". */
    public Answer callOnce(String method, String path, User user, String body) {
        return callOnce(method, path, user.token(), body);
    }

    private Answer callOnce(String method, String path, String token, String body) {
        return answerTo(() -> client.call(method, path, token.isEmpty() ? null : token, body));
    }

    /** Repeats the request until the answer is not "ask again". */
    public Answer send(HttpRequest request) {
        return withRetries(() -> answerTo(() -> client.send(request)));
    }

    public HttpRequest.Builder request(String path) {
        return client.request(path);
    }

    /** Turns a missing answer into a failure of the test, because every test waits for an answer. */
    private static Answer answerTo(Supplier<io.flashsale.client.Answer> call) {
        try {
            return new Answer(call.get());
        } catch (NoAnswerException unanswered) {
            throw new AssertionError(unanswered.getMessage(), unanswered);
        }
    }

    User logIn(String name, String password) {
        Answer answer =
                withRetries(() -> answerTo(() -> client.logIn(name, password).answer()));
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
        return atOnce(
                32,
                IntStream.range(0, count)
                        .mapToObj(i -> (Callable<User>) this::signUp)
                        .toList());
    }

    /**
     * A shared crowd of users without passwords, because signing a token takes longer than a purchase.
     *
     * <p>Users may have bought in earlier tests, but not in a new sale.
     */
    public List<User> crowd(int count) {
        synchronized (crowd) {
            if (crowd.size() < count) {
                crowd.addAll(newcomers(count - crowd.size()));
            }
            return List.copyOf(crowd.subList(0, count));
        }
    }

    /** Makes these users in one call. */
    private List<User> newcomers(int count) {
        AdminClient administrator = client.administrator(admin().token());
        Reply<Stream<SimulatedShopper>> reply =
                await().atMost(SOON).until(() -> administrator.makeShoppers(count), Reply.Success.class::isInstance);
        try (Stream<SimulatedShopper> shoppers = reply.orThrow()) {
            List<User> made = shoppers.map(shopper -> new User(Long.toString(shopper.userId()), shopper.token()))
                    .toList();
            assertThat(made).hasSize(count);
            return made;
        }
    }

    private User signUp() {
        String name = "user-" + System.currentTimeMillis() % 1_000_000_000 + "-" + NAMES.incrementAndGet();
        Answer created =
                withRetries(() -> answerTo(() -> client.signUp(name, PASSWORD).answer()));
        // 409: an earlier call made the account, but its answer was lost.
        assertThat(created.status()).as(created.text()).isIn(201, 409);
        return logIn(name, PASSWORD);
    }

    /** Makes a sale that is open now. */
    public long openSale(int units) {
        return open(new NewSale(null, "A sale", 1_999, 4_999L, units, null, null));
    }

    /** Makes a sale that is open now, with its stock in this many buckets. */
    public long openSale(int units, int buckets) {
        return open(NewSale.openNow("A hot sale", 1_999, units).inBuckets(buckets));
    }

    private long open(NewSale sale) {
        Answer created = withRetries(() -> answerTo(
                () -> client.administrator(admin().token()).create(sale).answer()));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return Long.parseLong(created.body().path("id").asString());
    }

    public Answer sale(long sale) {
        return withRetries(() -> answerTo(() -> client.sale(sale).answer()));
    }

    /** Waits until the shop shows this many units, because the displayed figure may be a second old. */
    public void awaitRemaining(long sale, int units) {
        await().atMost(SOON)
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
     * Sends a crowd to a sale that has had none, and returns the crowd's address. If the answer was lost, finds the
     * crowd in the list, rather than send another. Waits for the end of another sale's crowd.
     *
     * @param crowd the request, which names the sale
     */
    public String sendCrowd(String sale, String crowd) {
        return await().atMost(SOON)
                .pollDelay(Duration.ZERO)
                .until(
                        () -> {
                            Answer sent = callOnce("POST", CROWDS, admin(), crowd);
                            if (sent.status() == 202) {
                                return sent.headers().firstValue("Location").orElseThrow();
                            }
                            boolean mayBeSent =
                                    sent.isToAskAgain() || sent.problem().equals(ProblemType.CROWD_RUNNING.slug());
                            assertThat(mayBeSent).as(sent.text()).isTrue();
                            return crowdOf(sale);
                        },
                        address -> !address.isEmpty());
    }

    /** The address of the sale's crowd; empty if there is none. */
    private String crowdOf(String sale) {
        return call("GET", CROWDS, admin(), "")
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
        return answerTo(() -> client.shopper(user.token()).reserve(sale).answer());
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

    private static Optional<Answer> tryTo(Supplier<Answer> call) {
        try {
            return Optional.of(call.get());
        } catch (AssertionError unanswered) {
            return Optional.empty();
        }
    }

    public Answer order(String orderId, User user) {
        return call("GET", "/api/orders/" + orderId, user, "");
    }

    /** Waits until the order is in that state, whatever the answers said before. */
    public void awaitOrder(String orderId, User user, String status) {
        await().atMost(SOON)
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsInstanceOf(AssertionError.class)
                .until(() -> order(orderId, user).orderStatus(), status::equals);
    }

    public Answer pay(String orderId, User user) {
        return call("POST", "/api/orders/" + orderId + "/payment", user, "");
    }

    public Answer cancel(String orderId, User user) {
        return call("POST", "/api/orders/" + orderId + "/cancellation", user, "");
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

    /** Repeats the call as a browser does: while a service is slow or unavailable, or the rate limit is exceeded. */
    public static Answer withRetries(Supplier<Answer> call) {
        Instant end = Instant.now().plus(SOON);
        Answer answer = call.get();
        while (answer.isToAskAgain() && Instant.now().isBefore(end)) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            answer = call.get();
        }
        return answer;
    }

    /** A stampede while a test breaks something; returns only the answers that arrived. */
    public List<Answer> stampedeThroughFaults(long sale, List<User> users, int connections) {
        return each(users, connections, user -> tryToReserve(sale, user)).stream()
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

    /** Starts all tasks together, at most {@code atATime} at once; fails if a task fails. */
    public static <T> List<T> atOnce(int atATime, List<Callable<T>> tasks) {
        Semaphore places = new Semaphore(atATime);
        CountDownLatch start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> task : tasks) {
                running.add(threads.submit(() -> {
                    start.await();
                    places.acquire();
                    try {
                        return task.call();
                    } finally {
                        places.release();
                    }
                }));
            }
            start.countDown();
            List<T> results = new ArrayList<>();
            for (Future<T> result : running) {
                results.add(result.get());
            }
            return results;
        } catch (InterruptedException | ExecutionException fault) {
            throw new AssertionError(fault);
        }
    }
}
