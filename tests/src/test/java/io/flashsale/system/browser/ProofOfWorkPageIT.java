package io.flashsale.system.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.TicketSale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The browser's half of the proof of work, in a page of the shop and under its content security policy. */
@Tag("long")
@ExtendWith(Chromium.class)
class ProofOfWorkPageIT {

    /** A challenge without a solution. */
    private static final String GIVE_UP = """
            async () => {
              const { solve } = await import('/assets/shop/proof-of-work.js');
              const name = (fault) => fault.name;
              const hard = { algorithm: 'SHA-256', challenge: '0'.repeat(64), salt: 'x', maxnumber: 1e9, signature: '' };
              const gaveUp = new AbortController();
              const working = solve(hard, () => gaveUp.abort(), gaveUp.signal).catch(name);
              const neverBegun = solve(hard, () => {}, AbortSignal.abort()).catch(name);
              const unsolvable = solve({ ...hard, maxnumber: 100 }).catch(name);
              return Promise.all([working, neverBegun, unsolvable]);
            }""";

    /** Records the text of the progress bar whenever the page changes. */
    private static final String WATCH_THE_BAR = """
            window.seen = [];
            new MutationObserver(() => {
              const bar = document.querySelector('progress#entry-work');
              if (bar && bar.value !== window.seen.at(-1)) window.seen.push(bar.value);
            }).observe(document, { subtree: true, childList: true, attributes: true });""";

    private final Shop shop = RunningSystem.get().shop;
    private final Visitor visitor = Visitor.arrives().loggedIn(shop.user());
    private final Page page = visitor.page;

    private TicketSale room(String mode, int opensInSeconds) {
        return TicketSale.afterWork(shop, mode, 5, 50_000, Instant.now().plusSeconds(opensInSeconds));
    }

    /** The work never ends here, so that the page stays in this state. */
    @Test
    @Tag("weekly")
    @SuppressWarnings("unchecked") // the answer of the script
    void isShownByABarThatGrows() {
        long sale = room("QUEUE", 3_600).sale;
        page.addInitScript(WATCH_THE_BAR);
        visitor.getsInstead("**/api/sales/" + sale + "/entry/proof", () -> """
                        {"needed": true, "algorithm": "SHA-256", "salt": "x", "signature": "",
                         "challenge": "%064d", "maxnumber": 100000000}""".formatted(0));
        visitor.opensSale(sale).buyButton("enter").click();
        page.locator("progress#entry-work").waitFor();
        List<Double> seen = await().pollInSameThread()
                .until(
                        () -> ((List<Number>) page.evaluate("window.seen"))
                                .stream().map(Number::doubleValue).toList(),
                        parts -> parts.size() > 5);
        assertThat(seen).isSorted().doesNotHaveDuplicates().allMatch(part -> part >= 0 && part < 1);
        assertThat(page.locator("progress#entry-work").getAttribute("max")).isEqualTo("1");
        assertThat(seen.getLast()).isPositive();
    }

    @Test
    @Tag("weekly")
    void endsWhenItIsGivenUpAndWhenNothingFits() {
        visitor.opens("/");
        assertThat(page.evaluate(GIVE_UP)).isEqualTo(List.of("AbortError", "AbortError", "UnsolvableError"));
    }

    /** Gets a new challenge when the first no longer works. Sends the same proof again after a brief refusal. */
    @Test
    void isDoneForWhoClicksWithoutBeingAskedForAnything() {
        long sale = room("QUEUE", 3_600).sale;
        List<String> proofs = new ArrayList<>();
        page.route("**/api/sales/" + sale + "/entry", route -> {
            String body = route.request().postData();
            if (body != null && body.contains("proof")) {
                proofs.add(body);
            }
            switch (body == null ? 0 : proofs.size()) {
                case 1 -> Visitor.refuse(route, 403, "proof-of-work-wrong");
                case 2 -> Visitor.refuse(route, 503, "sale-warming-up");
                default -> route.resume();
            }
        });
        visitor.opensSale(sale).buyButton("enter").click();
        visitor.buyButton("inLine").waitFor();
        assertThat(page.locator(".figures .number dd").textContent()).isEqualTo("1");
        // On a slow machine the shop itself may refuse the proof for a moment.
        assertThat(proofs).hasSizeGreaterThanOrEqualTo(3);
        assertThat(proofs.subList(1, proofs.size())).containsOnly(proofs.get(1)).doesNotContain(proofs.get(0));
    }

    /**
     * Starts the work as early as scripts do: a shopper who starts at the opening would find the tickets gone.
     *
     * <p>The opening is late enough for the slowest machine, and is moved once the work has begun.
     */
    @Test
    @Tag("weekly")
    void isDoneBeforeTheOpeningOfASaleThatHandsOutTicketsThen() {
        TicketSale room = room("TICKET", 235);
        List<Instant> challenges = new ArrayList<>();
        List<String> wishes = new ArrayList<>();
        page.onResponse(response -> {
            if (response.url().endsWith("/entry/proof") && response.ok()) { // a slow machine may refuse at first
                challenges.add(Instant.now());
            }
        });
        page.onRequest(request -> {
            if (request.url().endsWith("/entry/ticket")) {
                wishes.add(request.postData());
            }
        });
        visitor.opensSale(room.sale);
        visitor.buyButton("prepare").click();
        page.waitForCondition(() -> !challenges.isEmpty());
        visitor.buyButton("prepared").waitFor();
        Instant opensAt = Instant.now().plusSeconds(2);
        assertThat(room.moveOpening(opensAt).status()).isEqualTo(200);
        visitor.buyButton("buy").waitFor(); // without a click
        assertThat(challenges).singleElement().satisfies(at -> assertThat(at).isBefore(opensAt));
        assertThat(wishes).allSatisfy(wish -> assertThat(wish).contains("proof"));
    }

    @Test
    @Tag("weekly")
    void isNotBegunSoLongBeforeTheOpeningThatTheProofWouldBeTooLate() {
        visitor.opensSale(room("TICKET", 600).sale).buyButton("notYet").waitFor();
        assertThat(visitor.buyButton("notYet").getAttribute("aria-disabled")).isEqualTo("true");
    }
}
