package io.flashsale.loadtest.shop;

import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.Session;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.loadtest.CannotMeasureException;
import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.TestPlan;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.verdict.Audit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prepares sales and calls the auditor, logged in as administrator. */
public final class Administrator {

    /** How long the auditor waits for the queues to drain; the maximum that it accepts. */
    public static final int DRAIN_TIMEOUT_SECONDS = 60;

    private final ShopClient shop;
    private final Target target;
    private final String token;

    private Administrator(ShopClient shop, Target target, String token) {
        this.shop = shop;
        this.target = target;
        this.token = token;
    }

    /** @throws CannotMeasureException if the system refuses the credentials or has no auditor */
    public static Administrator logIn(ShopClient shop, Target target, String name, String password) {
        Reply<Session> login = shop.logIn(name, password);
        if (login.answer().status() == 401) {
            throw new CannotMeasureException(
                    "'" + name + "' cannot log in: name the administrator with --admin USER:PASSWORD.");
        }
        Administrator admin = new Administrator(shop, target, login.orThrow().token());
        Answer audit = admin.lookAt("0");
        if (audit.status() != 200 && !audit.problem().endsWith("-not-found")) {
            throw new CannotMeasureException("No auditor, no verdict: %s answered %d %s. Does %s run, as in ./demo?"
                    .formatted(
                            audit.call(),
                            audit.status(),
                            audit.problem(),
                            target == Target.NAIVE ? "lock-lab" : "control-room"));
        }
        return admin;
    }

    public String token() {
        return token;
    }

    /**
     * Creates a sale that opens in this many seconds and is entered in this way. Returns its id.
     *
     * @param limit units that each shopper may have
     */
    public String createSale(String title, int stock, int opensIn, EntryMode mode, int limit) {
        Map<String, Object> sale = new HashMap<>(
                Map.of("title", title, "priceCents", 1_999, "listPriceCents", 4_999, "initialStock", stock));
        if (target == Target.NAIVE) {
            sale.remove("listPriceCents");
        }
        if (target == Target.COUPONS) {
            sale = new HashMap<>(Map.of("title", title, "amountCents", 500, "quantity", stock));
        }
        if (mode != EntryMode.OPEN) {
            sale.put("entry", Map.of("mode", mode.name(), "rate", TestPlan.RATE));
        }
        if (limit > 1) {
            sale.put("purchaseLimit", limit);
        }
        if (opensIn > 0) {
            sale.put("opensAt", Instant.now().plusSeconds(opensIn).toString());
        }
        String json = JsonMapper.shared().writeValueAsString(sale);
        return shop.call("POST", target.creationPath(), token, json)
                .orThrow()
                .body()
                .path("id")
                .asString("");
    }

    /** Returns the unused units of an existing sale. */
    public int unusedStock(String saleId) {
        Answer audit = lookAt(saleId);
        if (audit.status() == 404) {
            throw new CannotMeasureException("There is no sale " + saleId + ": leave out --sale to have one created.");
        }
        Audit.SaleFigures sale = Audit.of(audit.orThrow().body()).sale();
        long orders = sale.ordersInAll();
        if (orders > 0 || sale.deducted() > 0) {
            throw new CannotMeasureException(
                    "Sale %s exists and has been used (%d orders), so its records would not tell what this run did: leave out --sale to have a new one."
                            .formatted(saleId, orders));
        }
        return Math.toIntExact(sale.totalStock());
    }

    /** Returns the auditor's verdict on the sale and on what clients saw, after the queues have drained. */
    public JsonNode audit(String saleId, Tally tally) {
        List<Map<String, String>> accepted = new ArrayList<>();
        tally.accepted()
                .forEach(purchase -> accepted.add(Map.of("orderId", purchase.orderId(), "userId", purchase.userId())));
        String json = JsonMapper.shared()
                .writeValueAsString(
                        Map.of("accepted", accepted, "indeterminateUsers", List.copyOf(tally.unsureUsers())));
        return shop.call(
                        "POST",
                        target.auditPath(saleId) + "?waitSeconds=" + DRAIN_TIMEOUT_SECONDS,
                        token,
                        json,
                        Duration.ofSeconds(DRAIN_TIMEOUT_SECONDS + 60))
                .orThrow()
                .body();
    }

    private Answer lookAt(String saleId) {
        return shop.call("GET", target.auditPath(saleId), token, null);
    }
}
