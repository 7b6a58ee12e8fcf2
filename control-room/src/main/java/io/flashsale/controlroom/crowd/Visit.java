package io.flashsale.controlroom.crowd;

import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.entry.Challenge;
import io.flashsale.client.entry.Entered;
import io.flashsale.client.entry.Ticket;
import io.flashsale.client.order.Reservation;
import io.flashsale.controlroom.crowd.ServingWatch.Look;
import io.flashsale.controlroom.crowd.Shop.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What one account does at a sale, from coming to its last answer. For one thread. */
abstract class Visit {

    static final int MAX_REPETITIONS = 5;
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Waited until everything was sold, or the sale ended; nothing that the shop answers. */
    private static final ShopAnswer NOT_SERVED = new ShopAnswer(200, "not-served");

    final CrowdScene scene;
    final CrowdPlan plan;
    private final SimulatedShopper shopper;
    private final CrowdScene.Side side;

    private @Nullable Reservation reservation;
    private boolean hasUnit;
    private boolean isUndecided;
    private ShopAnswer last = NOT_SERVED;
    private int micros;

    Visit(CrowdScene scene, CrowdScene.Side side, SimulatedShopper shopper) {
        this.scene = scene;
        this.plan = scene.plan();
        this.side = side;
        this.shopper = shopper;
    }

    /** Until the last answer, or until it is interrupted. */
    abstract void run() throws InterruptedException;

    boolean hasUnit() {
        return hasUnit;
    }

    /** What the unit was reserved by; null if there is none, or nobody knows. */
    @Nullable
    Reservation reservation() {
        return reservation;
    }

    /** What it was told last. */
    ShopAnswer outcome() {
        return last;
    }

    /** How long the last click on "buy" took; 0 if there was none. */
    int micros() {
        return micros;
    }

    interface Call<T> {
        Response<T> make() throws InterruptedException;
    }

    /** One click, if need be later: only so many of a side are under way at a time. */
    private <T> Response<T> click(Call<T> call) throws InterruptedException {
        Response<T> response = side.inTurn(call::make);
        side.tally().clicked(response.answer());
        last = response.answer();
        return response;
    }

    /** The click on "buy". */
    Response<Reservation> reserve(@Nullable String ticket) throws InterruptedException {
        long clicked = System.nanoTime();
        Response<Reservation> response =
                click(() -> scene.shop().reserve(plan.sale().id(), shopper, ticket));
        micros = (int) TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - clicked);
        scene.clicks().add(Instant.now(), response.answer().kind());
        note(response);
        return response;
    }

    private void note(Response<Reservation> response) {
        boolean accepted = response.answer().kind() == ShopAnswer.Kind.ACCEPTED;
        boolean wasAccepted = isUndecided && response.answer().name().equals("already-purchased");
        if (!hasUnit && (accepted || wasAccepted)) {
            hasUnit = true;
            reservation = response.value();
            side.tally().gotUnit();
        }
        isUndecided |= response.answer().kind() == ShopAnswer.Kind.UNDECIDED;
    }

    Response<Entered> enter(@Nullable String proof) throws InterruptedException {
        return click(() -> scene.shop().enter(plan.sale().id(), shopper, proof));
    }

    Response<Ticket> ticket(@Nullable String pass, @Nullable String proof) throws InterruptedException {
        return click(() -> scene.shop().ticket(plan.sale().id(), shopper, pass, proof));
    }

    /** Does the work that the sale asks for; null if it asks for none, or does not answer. */
    @Nullable
    String proofOfWork() throws InterruptedException {
        if (plan.sale().difficulty() == 0) {
            return null;
        }
        Optional<Challenge> challenge =
                side.inTurn(() -> scene.shop().challenge(plan.sale().id(), shopper));
        return challenge.isEmpty() ? null : side.solve(challenge.get());
    }

    /** A click with a proof of work, which is null where the sale asks for none. */
    interface ProvenCall<T> {
        Response<T> make(@Nullable String proof) throws InterruptedException;
    }

    /** Does the work that the sale asks for, then clicks; and again, a few times, where the proof does not do any more. */
    <T> Response<T> afterWork(ProvenCall<T> call) throws InterruptedException {
        return afterWork(proofOfWork(), call);
    }

    /** @param proof of work that was done already; null if there was none to do */
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

    /** Whether the proof that was shown, if one was, is not good: too late, or less than is asked for by now. */
    static boolean asksForWork(Response<?> response) {
        return response.answer().name().startsWith("proof-of-work-");
    }

    /** Pays, if the shop takes it within a few seconds. */
    void pay(long orderId) throws InterruptedException {
        for (int i = 0; i <= MAX_REPETITIONS; i++) {
            pause(); // the order has to be placed first
            if (side.inTurn(() -> scene.shop().pay(orderId, shopper))) {
                side.tally().paid();
                return;
            }
        }
    }

    /** Clicks, and again while told "not now", a few times. */
    <T> Response<T> withRetries(Call<T> call) throws InterruptedException {
        Response<T> response = call.make();
        for (int i = 0; i < MAX_REPETITIONS && isPassing(response.answer()); i++) {
            pause();
            response = call.make();
        }
        return response;
    }

    /** Who waited for the opening may be a moment early. */
    private boolean isPassing(ShopAnswer answer) {
        return answer.isPassing()
                || plan.waitsForOpening() && answer.name().equals("sale-not-open")
                || answer.name().equals("not-your-turn");
    }

    private static void pause() throws InterruptedException {
        Thread.sleep(PAUSE.plusMillis(ThreadLocalRandom.current().nextInt((int) PAUSE.toMillis())));
    }

    /** Whether it is of use to go on waiting for one's turn; if not, that is what the visit comes to. */
    boolean waitsOn(Look look) {
        if (look.isOver()) {
            last = NOT_SERVED;
            return false;
        }
        return true;
    }
}
