package io.flashsale.system.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.flashsale.system.harness.Shop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts the browser installed on this machine once for all tests; it downloads nothing. All visitors leave after each
 * test.
 *
 * <p>Without a browser the tests are aborted, with a line that says what to install. If the environment
 * variable CI is set they fail, so that a skipped test is never taken for a passed one.
 */
final class Chromium implements BeforeAllCallback, AfterEachCallback {

    private static final List<String> PLACES =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium");

    private static @Nullable Running running;

    static Browser browser() {
        return Objects.requireNonNull(running).browser();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<Path> executable = executable();
        if (executable.isEmpty()) {
            String missing = "no Chromium is installed: apt-get install chromium fonts-wqy-microhei, or set CHROMIUM";
            System.err.println("the browser tests cannot run: " + missing);
            Assumptions.assumeTrue(System.getenv("CI") != null, missing);
            Assertions.fail(missing);
        }
        context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Running.class, key -> start(executable.orElseThrow()), Running.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Visitor.allLeave();
    }

    private static Optional<Path> executable() {
        return Stream.concat(Stream.ofNullable(System.getenv("CHROMIUM")), PLACES.stream())
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Running start(Path executable) {
        PlaywrightAssertions.setDefaultAssertionTimeout(Shop.SOON.toMillis());
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new LaunchOptions()
                        .setExecutablePath(executable)
                        .setTimeout(Shop.SOON.toMillis())
                        // Chromium's sandbox does not work for root, the usual user in a container.
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
        Running started = new Running(playwright, browser);
        running = started;
        return started;
    }

    /** JUnit closes this after the last test. */
    private record Running(Playwright playwright, Browser browser) implements AutoCloseable {

        @Override
        public void close() {
            playwright.close();
        }
    }
}
