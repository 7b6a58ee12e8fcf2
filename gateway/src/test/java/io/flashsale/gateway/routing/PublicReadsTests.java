package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.PublicReadBudgets;
import io.flashsale.commons.testing.PublicReadBudgets.Cost;
import io.flashsale.gateway.routing.RouteTable.Access;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.test.context.TestPropertySource;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Measures each read that is open to everybody by the calls to services that it costs, for one caller and for many. A
 * read of the route table without a budget fails. Any other page or file of the gateway costs no call unless it has one.
 */
@TestPropertySource(
        properties = {"flashsale.gateway.serving.max-sales=100", "flashsale.gateway.serving.poll-interval=1d"})
class PublicReadsTests extends ManualClockTest {

    private static final List<FakeService> SERVICES = List.of(STOCK, ORDER, COUPON, CONTROL_ROOM, LOCK_LAB);

    private static final Cost NOTHING = new Cost(0, 0);

    /** Ids that nobody has asked for, so that each measurement begins with nothing in memory. */
    private static final AtomicInteger NEW_ID = new AtomicInteger(7_000_000);

    /** A path in the description of routes. */
    private static final Pattern PATH = Pattern.compile("(?<=[\\s(])/[^\\s)]*");

    @Autowired
    private ApplicationContext context;

    /** The paths of the API, of the table, and all others that the gateway offers. */
    private List<String> reads() {
        List<String> reads = new ArrayList<>(RouteTable.routes().stream()
                .filter(route ->
                        route.access() == Access.EVERYBODY && route.method().equals("GET"))
                .map(RouteTable.Route::path)
                .toList());
        TreeSet<String> pages = new TreeSet<>();
        for (RequestMappingHandlerMapping mapping :
                context.getBeansOfType(RequestMappingHandlerMapping.class).values()) {
            mapping.getHandlerMethods().keySet().stream()
                    .filter(info -> info.getMethodsCondition().getMethods().stream()
                                    .anyMatch(method -> method.asHttpMethod().equals(HttpMethod.GET))
                            || info.getMethodsCondition().isEmpty())
                    .flatMap(info -> info.getPatternValues().stream())
                    .forEach(pages::add);
        }
        for (SimpleUrlHandlerMapping mapping :
                context.getBeansOfType(SimpleUrlHandlerMapping.class).values()) {
            pages.addAll(mapping.getUrlMap().keySet());
        }
        for (RouterFunctionMapping mapping :
                context.getBeansOfType(RouterFunctionMapping.class).values()) {
            PATH.matcher(String.valueOf(mapping.getRouterFunction()))
                    .results()
                    .forEach(path -> pages.add(path.group()));
        }
        pages.remove("/error"); // of the container
        pages.removeIf(PublicReadsTests::isOfTheTable);
        assertThat(pages).contains("/", "/sales/{id}", "/course/texts/{language}/**", "/api-docs/stock", "/images/**");
        reads.addAll(pages);
        return reads;
    }

    private static String shape(String pattern) {
        return PublicReadBudgets.shape("GET " + pattern);
    }

    private static String path(String pattern, int id) {
        return pattern.replaceAll("\\{\\*?language[^}]*}", "en")
                .replaceAll("\\{[^}]*}", Integer.toString(id))
                .replaceAll("\\*+", Integer.toString(id));
    }

    private static boolean isOfTheTable(String pattern) {
        return pattern.startsWith("/api/") || pattern.startsWith("/.well-known/");
    }

    /**
     * The calls to services that so many callers cost. The query makes that for the keys of tokens one that counts.
     *
     * @param expected to wait for: the page of a sale may be answered before its call is made
     */
    private int callsFor(String pattern, int callers, int expected) {
        String path = path(pattern, NEW_ID.incrementAndGet());
        time.pass(Duration.ofSeconds(1)); // so that no limit of the rate refuses a caller
        SERVICES.forEach(service -> service.calls().clear());
        for (int caller = 0; caller < callers; caller++) {
            HttpResponse<String> answer = client.get(path + "?caller=" + caller, null);
            assertThat(answer.statusCode()).as(path).isNotIn(403, 429, 500, 503);
        }
        await().alias(path + " costs " + expected + " calls or more")
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(1))
                .until(() -> calls() >= expected);
        return calls();
    }

    private static int calls() {
        return SERVICES.stream().mapToInt(service -> service.calls().size()).sum();
    }

    @Test
    void costNoMoreThanTheirBudgetHoweverManyAsk() {
        Map<String, Cost> budgets = PublicReadBudgets.calls();
        List<String> faults = new ArrayList<>();
        List<String> reads = reads();
        for (String pattern : reads) {
            Cost budget = budgets.getOrDefault(shape(pattern), NOTHING);
            Cost cost = new Cost(
                    callsFor(pattern, 1, budget.ofOne()), callsFor(pattern, PublicReadBudgets.MANY, budget.ofMany()));
            if (isOfTheTable(pattern) && !budgets.containsKey(shape(pattern))) {
                faults.add(pattern + " has no budget, and costs " + cost);
            } else if (!cost.equals(budget)) {
                faults.add(pattern + " costs " + cost + " instead of " + budget);
            }
        }
        assertThat(faults).isEmpty();
        assertThat(reads.stream().map(PublicReadsTests::shape))
                .as("reads with a budget")
                .containsAll(budgets.keySet());
    }
}
