package io.flashsale.judge;

import io.flashsale.judge.adapter.AnswerRule;
import io.flashsale.judge.adapter.AnswerRules;
import io.flashsale.judge.adapter.HttpAnswer;
import io.flashsale.judge.adapter.Placeholders;
import io.flashsale.judge.adapter.ShopAdapter;
import io.flashsale.judge.shop.SalePreparation;
import io.flashsale.judge.shop.SalePreparation.JudgedShopper;
import io.flashsale.judge.shop.ShopHttp;
import io.flashsale.judge.shop.ShopStores;
import io.flashsale.judge.verdict.ShopTruth;
import io.flashsale.judge.verdict.ShopTruth.RecordedOrder;
import io.flashsale.judge.verdict.TruthReader;
import io.flashsale.loadtest.CannotMeasureException;
import io.flashsale.loadtest.results.SampleOutcome;
import io.flashsale.loadtest.results.SampleOutcome.Accepted;
import io.flashsale.loadtest.results.SampleOutcome.Unexpected;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tries one purchase, and says for each part of the adapter what it found. */
record AdapterCheck(ShopAdapter adapter, PrintStream out) {

    private static final int STOCK = 5;
    private static final Pattern LOG_IN =
            Pattern.compile("log.?in|unauthori|token|登录|登陆|\\b401\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUEUED =
            Pattern.compile("queu|pending|processing|in progress|排队|处理中|抢购中|稍后", Pattern.CASE_INSENSITIVE);

    /** @throws CannotMeasureException with one line that says what is wrong */
    int run() throws InterruptedException {
        try (ShopHttp http = new ShopHttp(adapter.url());
                ShopStores stores = new ShopStores(adapter)) {
            SalePreparation preparation = new SalePreparation(adapter, http, stores);
            Placeholders values = preparation.prepare(2, STOCK);
            say("prepare", "sale " + values.values().get("sale") + " with " + STOCK + " units");
            JudgedShopper shopper = preparation.shoppers(values, 2).getFirst();
            say(
                    "tokens",
                    "the first shopper is user '%s'%s"
                            .formatted(
                                    shopper.user(), shopper.token().isEmpty() ? ", without a token" : " with a token"));
            TruthReader truth = new TruthReader(adapter.truth(), values, stores);
            ShopTruth before = truth.read();
            say("truth", before.orders().size() + " orders before; " + left(before));
            before.requireStock(STOCK);
            HttpAnswer answer =
                    http.send(adapter.buy(), values.with("user", shopper.user()).with("token", shopper.token()), "buy");
            SampleOutcome outcome = explain(answer);
            if (outcome instanceof Unexpected && asksToLogIn(answer)) {
                throw wrong(
                        "tokens", "the shop asks the shopper to log in; is the header in buy right? " + answer.brief());
            }
            ShopTruth after = truth.awaitDrained();
            if (after == null) {
                throw wrong("truth.drained", "it did not hold within its timeout");
            }
            say("drained", "%d orders; %s".formatted(after.orders().size(), left(after)));
            return judge(shopper, answer, outcome, before, after);
        }
    }

    /** Says which rule fits, and why those before it do not. */
    private SampleOutcome explain(HttpAnswer answer) {
        say("buy", "answered " + answer.brief());
        for (int i = 0; i < adapter.answers().size(); i++) {
            AnswerRule rule = adapter.answers().get(i);
            Optional<String> mismatch = rule.mismatch(answer);
            say(
                    "answers." + i,
                    rule.title() + ": " + mismatch.map(why -> "no, " + why).orElse("yes"));
            if (mismatch.isEmpty()) {
                break;
            }
        }
        return new AnswerRules(adapter.answers(), false).of(answer);
    }

    private int judge(
            JudgedShopper shopper, HttpAnswer answer, SampleOutcome outcome, ShopTruth before, ShopTruth after) {
        List<RecordedOrder> bought = after.orders().stream()
                .filter(order -> !before.orders().contains(order))
                .toList();
        switch (outcome) {
            case Unexpected(String what) -> throw wrong("answers", "no rule knows the answer " + what);
            case SampleOutcome.Refused(String reason) ->
                throw wrong(
                        "prepare",
                        "the first shopper was refused (%s), although %d units should be on sale and nobody has bought; does the shop count in Redis or in its memory, too?"
                                .formatted(reason, STOCK));
            case Accepted(String id) -> accepted(id, shopper, bought);
            case SampleOutcome.Indeterminate _, SampleOutcome.Done _ ->
                say(
                        "order",
                        "the answer promised none, and %d was recorded: a run finds no lost purchase after such an answer"
                                .formatted(bought.size()));
        }
        if (outcome instanceof Accepted && QUEUED.matcher(answer.body()).find()) {
            say(
                    "answers",
                    "each accepted answer must get an order; if the shop may still refuse after it, it is undecided");
        }
        if (bought.isEmpty()) {
            throw wrong("truth.orders", "no order was recorded");
        }
        if (!bought.getFirst().user().equals(shopper.user())) {
            throw wrong(
                    "truth.orders",
                    "the order is of user '%s', and tokens.user says '%s': join the table of users, so that user_id is what tokens.user says"
                            .formatted(bought.getFirst().user(), shopper.user()));
        }
        if (!bought.getFirst().holds()) {
            throw wrong("truth.counts", "the order has a status that holds no unit");
        }
        if (after.stock() != null && after.stock() != STOCK - 1) {
            throw wrong("truth.stock", "%d units are left after one of %d was bought".formatted(after.stock(), STOCK));
        }
        out.println("OK  the adapter fits the shop");
        return 0;
    }

    private static boolean asksToLogIn(HttpAnswer answer) {
        return answer.status() == 401
                || answer.status() == 403
                || LOG_IN.matcher(answer.body()).find();
    }

    private void accepted(String id, JudgedShopper shopper, List<RecordedOrder> bought) {
        if (id.isEmpty()) {
            say("order", "accepted without an order id: orders are told apart by their user");
        } else if (bought.stream().noneMatch(order -> order.id().equals(id))) {
            throw wrong(
                    "truth.orders",
                    "it has no order %s of shopper %s%s"
                            .formatted(
                                    id,
                                    shopper.user(),
                                    bought.isEmpty()
                                            ? ""
                                            : ", only order "
                                                    + bought.getFirst().id()));
        } else {
            say("order", id + " was accepted and recorded");
        }
    }

    private static String left(ShopTruth truth) {
        return (truth.stock() == null ? "the stock is not read" : truth.stock() + " units left")
                + (truth.redisStock() == null ? "" : ", " + truth.redisStock() + " in Redis");
    }

    private void say(String part, String what) {
        out.printf("%-12s %s%n", part, what);
    }

    private static CannotMeasureException wrong(String field, String what) {
        return new CannotMeasureException(field + ": " + what + ".");
    }
}
