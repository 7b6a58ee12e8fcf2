package io.flashsale.controlroom.crowd;

import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.entry.Challenge;
import io.flashsale.client.entry.Entered;
import io.flashsale.client.entry.Ticket;
import io.flashsale.client.order.QueuedOrder;
import io.flashsale.controlroom.crowd.CrowdScene.Action;
import io.flashsale.controlroom.crowd.CrowdShop.Response;
import io.flashsale.controlroom.crowd.ServingWatch.Look;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What one account does at a sale, from its arrival to its final answer. For one thread. */
abstract class Visit {

    static final int MAX_REPETITIONS = 5;
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** It waited until everything was sold, or the sale ended. The shop itself never answers this. */
    private static final ShopAnswer NOT_SERVED = new ShopAnswer(200, "not-served");

    final CrowdScene scene;
    final CrowdPlan plan;
    private final SimulatedShopper shopper;
    private final CrowdScene.Side side;

    private @Nullable QueuedOrder reservation;
    private boolean hasUnit;
    private boolean isUndecided;
    private ShopAnswer last = NOT_SERVED;
    private int micros;

    Visit(CrowdScene scene, CrowdScene.Side side, SimulatedShopper shopper) {
        this.scene = scene;
        this.plan = scene.plan;
        this.side = side;
        this.shopper = shopper;
    }

    /** Runs until the final answer, or until interrupted. */
    abstract void run() throws InterruptedException;

    boolean hasUnit() {
        return hasUnit;
    }

    /** The reservation of the unit; null if there is none, or it is unknown. */
    @Nullable
    QueuedOrder reservation() {
        return reservation;
    }

    /** The latest answer. */
    ShopAnswer outcome() {
        return last;
    }

    /** The duration of the last click on "buy" in microseconds; 0 if there was none. */
    int micros() {
        return micros;
    }

    /** Clicks once, as soon as the side has a free slot. */
    private <T> Response<T> click(Action<Response<T>> call) throws InterruptedException {
        Response<T> response = side.inTurn(call);
        side.tally.clicked(response.answer());
        last = response.answer();
        return response;
    }

    /** Clicks "buy". */
    Response<QueuedOrder> reserve(@Nullable String ticket) throws InterruptedException {
        long clicked = System.nanoTime();
        Response<QueuedOrder> response =
                click(() -> scene.shop.reserve(plan.sale().id(), shopper, ticket));
        micros = (int) TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - clicked);
        scene.clicks.add(Instant.now(), response.answer().kind());
        note(response);
        return response;
    }

    private void note(Response<QueuedOrder> response) {
        boolean accepted = response.answer().kind() == ShopAnswer.Kind.ACCEPTED;
        boolean wasAccepted = isUndecided && response.answer().name().equals("already-purchased");
        if (!hasUnit && (accepted || wasAccepted)) {
            hasUnit = true;
            reservation = response.value();
            side.tally.gotUnit();
        }
        isUndecided |= response.answer().kind() == ShopAnswer.Kind.UNDECIDED;
    }

    Response<Entered> enter(@Nullable String proof) throws InterruptedException {
        return click(() -> scene.shop.enter(plan.sale().id(), shopper, proof));
    }

    Response<Ticket> ticket(@Nullable String pass, @Nullable String proof) throws InterruptedException {
        return click(() -> scene.shop.ticket(plan.sale().id(), shopper, pass, proof));
    }

    /** Does the work that the sale requires; null if it requires none, or does not answer. */
    @Nullable
    String proofOfWork() throws InterruptedException {
        if (plan.sale().difficulty() == 0) {
            return null;
        }
        Optional<Challenge> challenge =
                side.inTurn(() -> scene.shop.challenge(plan.sale().id(), shopper));
        return challenge.isEmpty() ? null : side.solve(challenge.get());
    }

    /** A click with a proof of work, which is null if the sale requires none. */
    interface ProvenCall<T> {
        Response<T> make(@Nullable String proof) throws InterruptedException;
    }

    /** Does the required work, then clicks; repeats both a few times if the proof is no longer valid. */
    <T> Response<T> afterWork(ProvenCall<T> call) throws InterruptedException {
        return afterWork(proofOfWork(), call);
    }

    /** Does the same, starting with an earlier proof, which is null if none was required. */
    <T> Response<T> afterWork(@Nullable String proof, ProvenCall<T> call) throws InterruptedException {
        Response<T> response = withProof(proof, call);
        for (int i = 0; i < MAX_REPETITIONS && asksForWork(response); i++) {
            response = withProof(proofOfWork(), call);
        }
        return response;
    }

    private <T> Response<T> withProof(@Nullable String proof, ProvenCall<T> call) throws InterruptedException {
        return withRetries(() -> call.make(proof));
    }

    /** Whether the shop refused the proof as missing, expired or too weak by now. */
    static boolean asksForWork(Response<?> response) {
        return response.answer().name().startsWith("proof-of-work-");
    }

    /** Pays, if the shop accepts it within a few seconds. */
    void pay(long orderId) throws InterruptedException {
        for (int i = 0; i <= MAX_REPETITIONS; i++) {
            pause(); // the order has to be placed first
            if (side.inTurn(() -> scene.shop.pay(orderId, shopper))) {
                side.tally.paid();
                return;
            }
        }
    }

    /** Clicks, and repeats it a few times while the answer is "not now". */
    <T> Response<T> withRetries(Action<Response<T>> call) throws InterruptedException {
        Response<T> response = call.run();
        for (int i = 0; i < MAX_REPETITIONS && isPassing(response.answer()); i++) {
            pause();
            response = call.run();
        }
        return response;
    }

    /** A shopper who waited for the opening may be a moment early. */
    private boolean isPassing(ShopAnswer answer) {
        return answer.isPassing()
                || plan.waitsForOpening() && answer.name().equals("sale-not-open")
                || answer.name().equals("not-your-turn");
    }

    private static void pause() throws InterruptedException {
        Thread.sleep(PAUSE.plusMillis(ThreadLocalRandom.current().nextInt((int) PAUSE.toMillis())));
    }

    /** Whether to keep waiting for the turn; if not, the visit's outcome is set. */
    boolean waitsOn(Look look) {
        if (look.isOver()) {
            last = NOT_SERVED;
            return false;
        }
        return true;
    }
}
