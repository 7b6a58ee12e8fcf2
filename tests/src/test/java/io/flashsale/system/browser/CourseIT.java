package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;
import static io.flashsale.system.browser.Visitor.link;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The course in the shop. A chapter by keyboard, with a prediction and a run on the real lab; and a lab
 * that does not answer.
 */
@Tag("long")
@ExtendWith(Chromium.class)
class CourseIT {

    private static final String CHAPTER = "/course/03-first-redis-locks";

    private final Shop shop = RunningSystem.withLockLab().shop;

    @Test
    void letsAReaderPredictAndRunByKeyboardAndRemembersIt() {
        Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opens(CHAPTER);
        Page page = visitor.page;
        assertThat(page.locator("h1")).hasText("3 The first locks on Redis");
        Locator word = page.locator(".term button").first();
        word.focus();
        assertThat(page.getByRole(AriaRole.TOOLTIP).first()).isVisible();
        word.press("Escape");
        assertThat(page.getByRole(AriaRole.TOOLTIP)).hasCount(0);

        page.getByLabel("Predict first").press("Space");
        assertThat(page.locator(".printed").first()).isVisible();
        Locator scenario = page.locator("[data-scenario='A6/lease-too-short']").first();
        scenario.getByLabel("What will come of it?").press("ArrowDown"); // chooses "it holds"
        scenario.getByLabel("will be left?").pressSequentially("98");
        button(scenario, "Run: A6/lease-too-short").press("Enter");
        assertThat(scenario.locator(".verdict.failed")).hasText("Failed, as the scheme states.");
        assertThat(scenario.locator(".judged .wrong")).hasCount(2);
        assertThat(scenario.locator(".judged")).containsText("You expected: It holds. Seen: ");
        assertThat(scenario.locator(".judged")).containsText("You expected 98 to be left. There are 99.");
        assertThat(scenario.locator(".judged .belief")).containsText("alone inside, until giving it back");
        assertThat(scenario.locator(".score")).containsText("0 of 1 outcomes, 0 of 1 final stocks");
        visitor.inspects("course-chapter");

        page.getByLabel("I have read this chapter").press("Space");
        link(scenario.locator("xpath=ancestor::section[1]"), "A6 SET NX EX").press("Enter");
        link(page, "3 The first locks on Redis").press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*" + CHAPTER + "#run-A6$"));
        assertThat(page.locator("#run-A6")).isInViewport();
        assertThat(page.locator("[data-scenario='A6/lease-too-short']").first()).containsText("run before");

        link(page, "Contents").first().press("Enter");
        assertThat(page.locator("#main")).isFocused();
        assertThat(page.locator(".so-far")).containsText("Read: 1 of 20 chapters. Run: 1 scenarios.");
        assertThat(page.locator("td .is-read")).hasCount(1);
        visitor.inspects("course");

        assertThat(page.locator(".asked-again")).hasCount(0);
        page.evaluate("""
                () => {
                  const remembered = JSON.parse(localStorage['flash-sale.course']);
                  Object.values(remembered.again).forEach((one) => (one.at = 1));
                  localStorage['flash-sale.course'] = JSON.stringify(remembered);
                }
                """);
        page.reload();
        Locator again = page.locator(".asked-again [data-scenario]");
        again.getByLabel("What will come of it?").selectOption("fails");
        visitor.inspects("course-again");
        button(again, "Run: A6/lease-too-short").click();
        assertThat(again.locator(".judged .right")).hasCount(1);
        page.waitForFunction("""
                () => {
                  const [one] = Object.values(JSON.parse(localStorage['flash-sale.course']).again);
                  return one.step === 1 && one.at > Date.now() + 2 * 24 * 60 * 60 * 1000;
                }
                """);
        page.reload();
        assertThat(page.locator(".so-far")).containsText("0 of 1 outcomes");
        assertThat(page.locator(".asked-again")).hasCount(0);
    }

    @Test
    void showsOnOnePageWhatEachSchemeDiesOf() {
        for (Looks looks : new Looks[] {Looks.DESKTOP, Looks.CHINESE_PHONE}) {
            Visitor visitor = Visitor.arrives(looks).opens("/lab/poster");
            Page page = visitor.page;
            assertThat(page.locator("article")).hasCount(38);
            assertThat(page.locator("article .cure a[href='/lab/A8']").first()).isVisible();
            assertThat(page.locator(".poster")).not().containsText("lab.");
            visitor.inspects("lab-poster");
            String pdf =
                    new String(page.pdf(new Page.PdfOptions().setPreferCSSPageSize(true)), StandardCharsets.ISO_8859_1);
            assertThat(Pattern.compile("/Type\\s*/Page\\b").matcher(pdf).results())
                    .as("sheets")
                    .hasSize(1);
        }
    }

    @Test
    void drawsEachDiagram() {
        Visitor visitor = Visitor.arrives(Looks.CHINESE_PHONE).opens("/course/05-reentrancy-and-waiting");
        Page page = visitor.page;
        assertThat(page.locator(".sequence .decision").first()).isVisible();
        visitor.inspects("course-flow-chart");
        assertThat(page.evaluate("""
                async () => {
                  const course = document.querySelector('script[src$="/app.js"]').src.replace('app.js', 'course/');
                  const { parsed } = await import(course + 'sequence-diagram.js');
                  const { parsedFlow } = await import(course + 'flowchart.js');
                  const got = async (path) => {
                    const answer = await fetch(path);
                    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
                    return answer;
                  };
                  const notDrawn = [];
                  for (const texts of ['/course/texts/en', '/course/texts/zh']) {
                    let seen = 0;
                    for (const { id } of await (await got(texts)).json()) {
                      const chapter = await (await got(`${texts}/chapters/${id}`)).text();
                      const diagrams = new DOMParser().parseFromString(chapter, 'text/html').querySelectorAll('code.language-mermaid');
                      seen += diagrams.length;
                      notDrawn.push(...[...diagrams].map((one) => one.textContent).filter((one) => !parsed(one) && !parsedFlow(one)));
                    }
                    if (seen === 0) throw new Error(`${texts}: no diagram`);
                  }
                  return notDrawn.join('; ');
                }
                """)).isEqualTo("");
    }

    @Test
    void saysInChineseThatTheLabDoesNotAnswerAndShowsASourceAtItsLine() {
        Visitor visitor = Visitor.arrives(Looks.CHINESE_PHONE);
        Page page = visitor.page;
        visitor.getsRefusal("**/api/lab/strategies", 503, "service-unavailable");
        visitor.opens(CHAPTER);
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("锁实验室没有应答");
        assertThat(page.locator("#run-A3")).containsText("learn/lock-lab/cases run A3");
        assertThat(page.locator(".run-here button")).hasCount(0);
        assertThat(page.locator(".sequence svg")).hasCount(4);
        assertThat(page.locator(".sequence .participant").first()).isVisible();
        visitor.inspects("course-chapter");

        link(page, "SetNxLock.java:27").click();
        assertThat(page.locator("#L27.meant")).containsText("SETNX");
        assertThat(page.locator("#L27")).isInViewport();
        visitor.inspects("course-file");
    }

    @Test
    void backsTheAnswersOfTheQuizOnAPhoneByWhatWasRecorded() {
        Visitor visitor = Visitor.arrives(Looks.CHINESE_PHONE);
        Page page = visitor.page;
        visitor.getsRefusal("**/api/lab/strategies", 503, "service-unavailable");
        visitor.opens("/course/14-which-lock-here");
        assertThat(page.locator("h1")).hasText("14 这里该用哪把锁？一组选型题");
        page.locator("summary").first().click();
        visitor.inspects("course-quiz");
        link(page, "D7，一次一个：是").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog.locator("h2")).hasText("D7 · 一次一个：是");
        assertThat(dialog).containsText("此处没有锁实验室");
        visitor.inspects("lab-matrix-cell");
        button(dialog, "关闭").click();

        assertThat(page.locator(".matrix tbody th[scope=row]")).hasCount(38);
        Locator first = page.locator(".matrix tbody th[scope=row]").first();
        double before = first.boundingBox().x;
        page.locator(".matrix").evaluate("table => table.scrollLeft = 400");
        assertThat(first.boundingBox().x).isCloseTo(before, within(1.0));
        assertThat(page.locator("[data-cell='A1/after-a-pause']")).not().isInViewport();
        visitor.inspects("lab-matrix");
    }
}
