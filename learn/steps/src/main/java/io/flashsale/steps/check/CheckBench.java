package io.flashsale.steps.check;

import static io.flashsale.steps.BuyAnswer.ACCEPTED;
import static io.flashsale.steps.BuyAnswer.BOUGHT;
import static io.flashsale.steps.BuyAnswer.SOLD_OUT;

import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.system.DevStack;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One sale of five lamps: instances of a shop on an empty database and an empty Redis, and shoppers who click. */
final class CheckBench implements AutoCloseable {

    static final int LAMPS = 5;

    /** A click that has not reached MySQL while the shop showed pages for so long waits somewhere else. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** So many pages are shown at least, however long each takes. */
    private static final int PAGES = 50;

    private static final Duration SHOWN = Duration.ofSeconds(10);

    private static final Duration ANSWER = Duration.ofSeconds(10);

    private static final Duration ASYNCHRONOUS = Duration.ofMinutes(1);

    private final DevStack stack;
    private final ShopInstances shops;
    private final LampTables tables;
    private final StepTimeline timeline = new StepTimeline();
    private final List<BuyClick> clicks = new ArrayList<>();

    CheckBench(DevStack stack, StepProgram program, int instances) throws SQLException {
        this.stack = stack;
        shops = new ShopInstances(stack, program, instances);
        tables = shops.tables();
    }

    /** Starts those that do not run. */
    void startShops() {
        shops.start();
    }

    void kill(StepShop shop) {
        timeline.addForAll("kill -9 of " + shop.name());
        shop.kill();
    }

    void pause(StepShop shop) {
        timeline.addForAll(shop.name() + " pauses (SIGSTOP)");
        shop.pause();
    }

    void resume(StepShop shop) {
        timeline.addForAll(shop.name() + " continues (SIGCONT)");
        shop.resume();
    }

    /** Locks the row of the stock in MySQL until the result is closed. */
    LampTables.HeldRow holdStockRow() throws SQLException {
        return tables.holdStockRow(() -> timeline.addForAll("the checker frees the row of the stock"));
    }

    void awaitAnswers() {
        clicks.forEach(BuyClick::answer);
    }

    StepShop shop(int number) {
        return shops.all().get(number - 1);
    }

    StepShop lastShop() {
        return shops.all().getLast();
    }

    void wipeRedis() {
        timeline.addForAll("Redis loses its memory");
        stack.redis().wipe();
    }

    long statements() throws SQLException {
        return tables.statements();
    }

    StepTimeline timeline() {
        return timeline;
    }

    /** A first purchase at each instance. It shows that the shop sells, and loads the classes that a purchase needs. */
    void warmUp() throws StepFinding {
        for (StepShop shop : shops.all()) {
            BuyClick first = click("first-at-" + shop.name(), shop);
            require(
                    isPromise(first.answer()),
                    "the first shopper at " + shop.name() + " was answered " + first.answer());
        }
        Pause.until(() -> buyers().size() == shops.all().size(), ASYNCHRONOUS, 20);
        timeline.clear();
    }

    BuyClick click(String user, StepShop shop) {
        BuyClick click = new BuyClick(shop, user, timeline);
        clicks.add(click);
        return click;
    }

    /** Returns when the click waits in MySQL, was answered, or must be waiting somewhere else. */
    void awaitArrival(BuyClick click, LampTables.HeldRow row) throws Exception {
        awaitArrival(click, row, PATIENCE);
    }

    /** @param patience how long it may take at least until the click is taken for waiting somewhere else */
    void awaitArrival(BuyClick click, LampTables.HeldRow row, Duration patience) throws Exception {
        long begin = System.nanoTime();
        for (int page = 0; page < PAGES || System.nanoTime() - begin < patience.toNanos(); page++) {
            Optional<String> statement = row.nextWaiting();
            if (statement.isPresent()) {
                timeline.addWaiting(click.shopper(), statement.get());
                return;
            }
            if (click.isAnswered()) {
                return;
            }
            showPage(click.shop());
            Pause.millis(5);
        }
        timeline.add(click.shopper(), "waits, but not in MySQL");
    }

    /** The click must be answered while the row of the stock is held; a shop that waits for MySQL never answers. */
    void awaitAnswer(BuyClick click) throws Exception {
        showPagesUntil(click::isAnswered, click.shop(), ANSWER);
        require(click.isAnswered(), click.shopper() + " has no answer while MySQL is stuck");
        require(isPromise(click.answer()), click.shopper() + " was answered " + click.answer());
    }

    /** Returns when the order of an accepted click waits in MySQL, as it does unless the shop has not begun to write. */
    void awaitWriter(LampTables.HeldRow row) {
        Pause.until(row::isWaitedFor, ASYNCHRONOUS, 20);
    }

    /** Returns when the user has an order; fails if somebody who came later has one and the user has none long after. */
    void awaitOrderOf(String user) throws StepFinding {
        BuyClick later = click("later", shop(1));
        require(isPromise(later.answer()), later.shopper() + " was answered " + later.answer());
        Pause.until(() -> buyers().contains("later"), ASYNCHRONOUS, 20);
        Pause.until(() -> buyers().contains(user), ASYNCHRONOUS, 20);
        require(buyers().contains(user), user + " was promised a lamp, and has no order");
    }

    private void showPage(StepShop shop) throws IOException, StepFinding {
        HttpURLConnection page =
                (HttpURLConnection) URI.create(shop.url() + "/stock").toURL().openConnection();
        page.setReadTimeout((int) ASYNCHRONOUS.toMillis());
        long open = clicks.stream().filter(click -> !click.isAnswered()).count(); // some may be given up with the page
        String what = "GET /stock of " + shop.name() + " %s while " + open + " purchases waited";
        try {
            require(page.getResponseCode() == 200, what.formatted("answered " + page.getResponseCode()));
        } catch (SocketTimeoutException e) {
            throw new StepFinding(what.formatted("did not answer"));
        } finally {
            page.disconnect();
        }
    }

    /** Shows pages of the shop for as long as clicks may take to reach it. */
    void showPages(StepShop shop) throws Exception {
        showPagesUntil(() -> false, shop, SHOWN);
    }

    /** @param patience how long pages are shown at least, if the condition does not hold */
    private void showPagesUntil(BooleanSupplier condition, StepShop shop, Duration patience) throws Exception {
        long begin = System.nanoTime();
        for (int page = 0; page < PAGES || System.nanoTime() - begin < patience.toNanos(); page++) {
            if (condition.getAsBoolean()) {
                return;
            }
            showPage(shop);
            Pause.millis(5);
        }
    }

    /** Sells the rest, and counts: each promise has one order, each user one, and all lamps are sold. */
    void sellOutAndCount() throws Exception {
        awaitAnswers();
        timeline.addForAll("others buy until a shop answers SOLD_OUT");
        List<BuyClick> rest = new ArrayList<>();
        do {
            rest.add(new BuyClick(
                    shop(1 + rest.size() % shops.all().size()), "shopper-" + rest.size(), new StepTimeline()));
        } while (isPromise(rest.getLast().answer()) && rest.size() <= LAMPS);
        clicks.addAll(rest);
        require(
                rest.getLast().answer().equals(SOLD_OUT.name()),
                "the last shopper was answered " + rest.getLast().answer());

        long promised =
                clicks.stream().filter(click -> isPromise(click.answer())).count();
        Pause.until(() -> buyers().size() >= promised, ASYNCHRONOUS, 20);
        List<String> buyers = new ArrayList<>(buyers());
        require(buyers.size() <= LAMPS, buyers.size() + " orders for " + LAMPS + " lamps");
        require(
                buyers.size() == promised,
                promised + " shoppers were promised a lamp, and " + buyers.size() + " have an order");
        require(buyers.size() == LAMPS, "sold out, but only " + buyers.size() + " of " + LAMPS + " lamps were sold");
        require(tables.available() == 0, "sold out, but the stock is " + tables.available());
        new HashSet<>(buyers).forEach(buyers::remove);
        require(buyers.isEmpty(), buyers + " have more than one order");
    }

    List<String> buyers() {
        try {
            return tables.buyers();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isPromise(String answer) {
        return answer.equals(BOUGHT.name()) || answer.equals(ACCEPTED.name());
    }

    static void require(boolean holds, String otherwise) throws StepFinding {
        if (!holds) {
            throw new StepFinding(otherwise);
        }
    }

    @Override
    public void close() throws SQLException {
        shops.close();
    }
}
