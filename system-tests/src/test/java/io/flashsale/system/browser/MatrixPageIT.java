package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.named;
import static io.flashsale.system.browser.Visitor.namedIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** The matrix of the lock lab: by keyboard to a cell, to what was run, and to running it; from an answer of the quiz to its cell. */
@ExtendWith(Chromium.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MatrixPageIT {

    private static final int SCHEMES = 38;

    private final Shop shop = RunningSystem.withLockLab().shop;
    private final Shop.User user = shop.users(1).getFirst();

    @Test
    void leadsFromACellToTheRunsBehindItAndRunsThemByKeyboard() {
        List<String> faults = new ArrayList<>();
        try (Visitor visitor = Visitor.arrives().loggedIn(user).opens("/lab")) {
            Page page = visitor.page;
            page.getByRole(AriaRole.LINK, named("The matrix")).press("Enter");
            assertThat(page.locator(".matrix tbody th[scope=row]")).hasCount(SCHEMES);
            assertThat(page.locator(".matrix tbody th[scope=row]").nth(7)).containsText("A8 Owner token");
            faults.addAll(visitor.faultsIn("lab-matrix"));

            Locator cell = page.locator("[data-cell='A8/reentrant']");
            cell.focus();
            page.keyboard().press("ArrowRight");
            assertThat(page.locator("[data-cell='A8/waits']")).isFocused();
            assertThat(page.locator(".matrix button[tabindex='0']")).hasCount(1);
            page.keyboard().press("Enter");
            Locator dialog = page.getByRole(AriaRole.DIALOG);
            assertThat(dialog.locator("h2")).hasText("A8 · Makes one wait: no");
            assertThat(page).hasURL(Pattern.compile(".*/lab/matrix\\?cell=A8/waits$"));
            Locator question = dialog.locator("[data-scenario='A8/asked-meets']");
            assertThat(question).containsText("found: Turned away");
            question.getByRole(AriaRole.BUTTON, namedIn("Run: A8/asked-meets")).press("Enter");
            assertThat(question.locator(".verdict")).hasText("This went wrong:");
            assertThat(question.locator(".findings")).containsText("Turned away");
            faults.addAll(visitor.faultsIn("lab-matrix-cell"));
            page.keyboard().press("Escape");
            assertThat(dialog).hasCount(0);
            assertThat(page).hasURL(Pattern.compile(".*/lab/matrix$"));

            page.locator(".needs").getByLabel("Fair").press("Space");
            page.locator(".needs").getByLabel("Reentrant").press("Space");
            assertThat(page.locator(".matrix [data-cell='C5/fair']")).isVisible();
            assertThat(page.locator(".matrix [data-cell='A14/fair']")).hasCount(0);
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void showsOnAPhoneWhatWasRecordedWithoutALabAndBacksTheAnswersOfTheQuiz() {
        List<String> faults = new ArrayList<>();
        Looks looks = Looks.PHONE.dark().in("zh-CN");
        try (Visitor visitor = Visitor.arrives(looks)) {
            Page page = visitor.page;
            page.route(
                    "**/api/lab/strategies",
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setStatus(503)
                            .setContentType("application/problem+json")
                            .setBody("{\"type\": \"/problems/service-unavailable\"}")));
            visitor.opens("/course/14-which-lock-here");
            assertThat(page.locator("h1")).hasText("14 这里该用哪把锁？一组选择题");
            page.locator("summary").first().click();
            faults.addAll(visitor.faultsIn("course-quiz"));
            page.getByRole(AriaRole.LINK, named("D7，一次一个：是")).click();
            Locator dialog = page.getByRole(AriaRole.DIALOG);
            assertThat(dialog.locator("h2")).hasText("D7 · 一次一个：是");
            assertThat(dialog).containsText("此处没有锁实验室");
            faults.addAll(visitor.faultsIn("lab-matrix-cell"));
            dialog.getByRole(AriaRole.BUTTON, namedIn("关闭")).click();

            assertThat(page.locator(".matrix tbody th[scope=row]")).hasCount(SCHEMES);
            Locator first = page.locator(".matrix tbody th[scope=row]").first();
            double before = first.boundingBox().x;
            page.locator(".matrix").evaluate("table => table.scrollLeft = 400");
            assertThat(first.boundingBox().x).isCloseTo(before, within(1.0));
            assertThat(page.locator("[data-cell='A1/after-a-pause']")).not().isInViewport();
            faults.addAll(visitor.faultsIn("lab-matrix"));
        }
        assertThat(faults).isEmpty();
    }
}
