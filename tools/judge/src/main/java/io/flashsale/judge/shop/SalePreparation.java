package io.flashsale.judge.shop;

import io.flashsale.judge.adapter.AnswerValue;
import io.flashsale.judge.adapter.AnswerValue.AsText;
import io.flashsale.judge.adapter.HttpAnswer;
import io.flashsale.judge.adapter.Placeholders;
import io.flashsale.judge.adapter.ShopAdapter;
import io.flashsale.judge.adapter.ShopAdapter.PrepareStep;
import io.flashsale.judge.adapter.ShopAdapter.ShopRequest;
import io.flashsale.judge.adapter.ShopAdapter.ShopperTokens;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** Prepares a sale and its shoppers as the adapter says. */
public final class SalePreparation {

    private final ShopAdapter adapter;
    private final ShopHttp http;
    private final ShopStores stores;

    public SalePreparation(ShopAdapter adapter, ShopHttp http, ShopStores stores) {
        this.adapter = adapter;
        this.http = http;
        this.stores = stores;
    }

    /** A shopper of the run; the token is empty where there are none. */
    public record JudgedShopper(String user, String token) {}

    /** Runs the steps of prepare. Returns the values for later texts, with the sale. */
    public Placeholders prepare(int users, int stock) throws InterruptedException {
        Placeholders values = new Placeholders(Map.of(
                "users", String.valueOf(users),
                "stock", String.valueOf(stock),
                "run", UUID.randomUUID().toString().substring(0, 8)));
        String sale = adapter.sale();
        Placeholders prepared =
                run(adapter.prepare(), "prepare", sale == null ? values : values.with("sale", sale), users);
        if (!prepared.values().containsKey("sale")) {
            throw new CannotMeasureException("The adapter names no sale, and no step of prepare saves one as 'sale'.");
        }
        return prepared;
    }

    /** Runs the steps of restock. */
    public void restock(Placeholders values, int units) throws InterruptedException {
        run(adapter.restock(), "restock", values.with("add", String.valueOf(units)), 1);
    }

    private Placeholders run(List<PrepareStep> steps, String name, Placeholders known, int users)
            throws InterruptedException {
        Placeholders values = known;
        for (int i = 0; i < steps.size(); i++) {
            PrepareStep step = steps.get(i);
            String place = name + "." + i;
            List<Placeholders> each = step.each() ? forEach(values, users) : List.of(values);
            if (step.sql() != null) {
                stores.change(step.sql(), each, place);
            } else if (step.redis() != null) {
                for (Placeholders one : each) {
                    stores.command(step.redis(), one, place);
                }
            } else {
                for (Placeholders one : each) {
                    HttpAnswer answer = call(Objects.requireNonNull(step.http()), one, place);
                    values = save(values, Objects.requireNonNullElse(step.save(), Map.of()), answer, place);
                }
            }
        }
        return values;
    }

    private static Placeholders save(
            Placeholders known, Map<String, AnswerValue> places, HttpAnswer answer, String place) {
        Placeholders values = known;
        for (Map.Entry<String, AnswerValue> saved : places.entrySet()) {
            values = values.with(
                    saved.getKey(),
                    saved.getValue()
                            .in(answer)
                            .orElseThrow(() -> new CannotMeasureException("%s.save.%s: the answer has none: %s"
                                    .formatted(place, saved.getKey(), answer.brief()))));
        }
        return values;
    }

    private HttpAnswer call(ShopRequest request, Placeholders values, String place) throws InterruptedException {
        HttpAnswer answer = http.send(request, values, place);
        if (answer.status() >= 400) {
            throw new CannotMeasureException(
                    "%s: %s %s was answered %s".formatted(place, request.method(), request.path(), answer.brief()));
        }
        return answer;
    }

    private static List<Placeholders> forEach(Placeholders values, int users) {
        return IntStream.rangeClosed(1, users)
                .mapToObj(n -> values.with("n", String.valueOf(n)).with("n6", "%06d".formatted(n)))
                .toList();
    }

    /** Returns so many different shoppers. */
    public List<JudgedShopper> shoppers(Placeholders values, int users) throws InterruptedException {
        ShopperTokens tokens = adapter.tokens();
        List<JudgedShopper> shoppers = tokens.file() != null ? ofFile(tokens.file()) : made(tokens, values, users);
        if (shoppers.size() < users) {
            throw new CannotMeasureException(
                    "tokens: it names %d shoppers, and %d are needed.".formatted(shoppers.size(), users));
        }
        Set<String> different = new HashSet<>();
        for (JudgedShopper shopper : shoppers.subList(0, users)) {
            if (!different.add(shopper.user())) {
                throw new CannotMeasureException("tokens: two shoppers are user '" + shopper.user() + "'.");
            }
            if (!(shopper.user() + shopper.token()).matches("[^,\"\\r\\n]*")) {
                throw new CannotMeasureException("tokens: a user or a token has a comma, a quote or a line end.");
            }
        }
        return shoppers.subList(0, users);
    }

    private List<JudgedShopper> ofFile(String name) {
        Path file = Objects.requireNonNull(adapter.folder()).resolve(name);
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank())
                    .map(line -> line.split(",", 2))
                    .map(parts -> new JudgedShopper(parts[0].strip(), parts.length == 1 ? "" : parts[1].strip()))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new CannotMeasureException("tokens.file: " + file + " cannot be read.", e);
        }
    }

    private List<JudgedShopper> made(ShopperTokens tokens, Placeholders values, int users) throws InterruptedException {
        AnswerValue user = Objects.requireNonNull(tokens.user());
        AnswerValue token = Objects.requireNonNullElse(tokens.token(), new AsText(""));
        ShopRequest request = tokens.call();
        if (request != null && tokens.all()) {
            HttpAnswer answer = call(request, values, "tokens.call");
            List<String> ids = user.allIn(answer);
            List<String> found = token.allIn(answer);
            if (ids.size() != found.size()) {
                throw new CannotMeasureException(
                        "tokens: the answer has %d users and %d tokens.".formatted(ids.size(), found.size()));
            }
            return IntStream.range(0, ids.size())
                    .mapToObj(i -> new JudgedShopper(ids.get(i), found.get(i)))
                    .toList();
        }
        List<JudgedShopper> shoppers = new ArrayList<>();
        for (Placeholders one : forEach(values, users)) {
            HttpAnswer answer = request == null ? new HttpAnswer(0, Map.of(), "") : call(request, one, "tokens.call");
            shoppers.add(new JudgedShopper(
                    value(user, answer, one, "tokens.user"), value(token, answer, one, "tokens.token")));
        }
        return shoppers;
    }

    private static String value(AnswerValue where, HttpAnswer answer, Placeholders values, String place) {
        if (where instanceof AsText(String text)) {
            return values.fill(text, place);
        }
        return where.in(answer)
                .orElseThrow(() -> new CannotMeasureException(place + ": the answer has none: " + answer.brief()));
    }
}
