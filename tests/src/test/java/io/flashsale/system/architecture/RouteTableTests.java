package io.flashsale.system.architecture;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import io.flashsale.system.harness.GatewayRoutes;
import io.flashsale.system.project.MarkdownDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Fails for every call that has no entry in the route table or is missing in the documentation. */
class RouteTableTests {

    private static final String WEB = "org.springframework.web.bind.annotation.";

    private static final Map<String, String> METHODS = Map.of(
            WEB + "GetMapping", "GET",
            WEB + "PostMapping", "POST",
            WEB + "PutMapping", "PUT",
            WEB + "PatchMapping", "PATCH",
            WEB + "DeleteMapping", "DELETE",
            WEB + "RequestMapping", "ANY");

    /** The public pages and the texts of the course, which are no calls of the API. */
    private static final Set<String> PAGES = Set.of("io.flashsale.storefront", "io.flashsale.locklab.course");

    /** Each step of the school is a shop of its own. */
    private static final String SCHOOL = "io.flashsale.steps.";

    /** Calls between services, and the container's error pages. */
    private static final String NOT_ROUTED = ".* (/internal/.*|/oauth2/.*|[$].*)";

    /** One or several methods and a path, which may continue the previous path: {@code …/proof}. */
    private static final Pattern LISTED = Pattern.compile("([A-Z]+(?:, [A-Z]+)*) ([/…][^\\s,?]*)");

    /** The page of the OpenAPI documents, and the documents themselves: they are no calls of the API. */
    private static final String DOCUMENTS = "GET /api-docs";

    private static final MarkdownDocument PUBLIC = MarkdownDocument.of("docs/security-public-calls.md");

    /** A link to a test, from the folder of the documents. */
    private static final Pattern TEST = Pattern.compile("\\]\\(\\.\\./([^)]*Tests\\.java)\\)");

    @Test
    void shouldNameWhoMayMakeEachCallThatAServiceOffers() {
        TreeSet<String> offered = ArchitectureTests.OURS.stream()
                .filter(type -> type.isAnnotatedWith(WEB + "RestController"))
                .filter(type -> !PAGES.contains(type.getPackageName()))
                .filter(type -> !type.getName().startsWith(SCHOOL))
                .flatMap(RouteTableTests::callsOf)
                .filter(call -> !call.matches(NOT_ROUTED))
                .collect(toCollection(TreeSet::new));
        assertThat(offered).hasSizeGreaterThan(40);
        assertThat(named().toList()).containsExactlyInAnyOrderElementsOf(offered);
    }

    @Test
    void shouldHaveEachCallInTheDocumentationAndNoOther() {
        MarkdownDocument ofAdministrators = MarkdownDocument.of("docs/api-admin.md");
        List<String> listed = Stream.of(
                        MarkdownDocument.of("docs/api.md").rows("Shoppers"),
                        ofAdministrators.rows("Administrators"),
                        ofAdministrators.rows("Laboratory"))
                .flatMap(rows -> rows)
                .flatMap(row -> listed(row.getFirst()))
                .filter(call -> !call.matches(NOT_ROUTED) && !call.equals(DOCUMENTS))
                .toList();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(named().toList());
    }

    /** Anybody may repeat such a call without end, so its cost must have a bound. */
    @Test
    void shouldHaveABoundOfTheCostOfEachPublicCallInTheDocumentation() {
        List<String> bounded = Stream.concat(
                        publicReads().filter(row -> row.size() == 5 && isFilled(row.subList(0, 4))),
                        PUBLIC.rows("Other calls").filter(row -> row.size() == 3 && isFilled(row)))
                .flatMap(row -> listed(row.getFirst()))
                .filter(call -> call.matches(".* /(api|[.]well-known)/.*"))
                .toList();
        assertThat(bounded)
                .containsExactlyInAnyOrderElementsOf(called(GatewayRoutes.all().stream()
                                .filter(route -> route.access().equals("EVERYBODY")))
                        .toList());
    }

    /** The gateway measures the calls; the statements of a row in figures are measured by a test of its service. */
    @Test
    void shouldMeasureTheStatementsOfPublicReads() throws IOException {
        List<String> unmeasured = new ArrayList<>();
        int measured = 0;
        for (List<String> row : publicReads().toList()) {
            assertThat(row.get(2)).matches("\\d+, \\d+|none|each by key|by the calls");
            if (row.get(2).matches("\\d+, \\d+")) {
                String tests = "";
                for (Matcher test = TEST.matcher(row.getLast()); test.find(); ) {
                    tests += Files.readString(ROOT.resolve(test.group(1)));
                }
                if (tests.contains('"' + row.getFirst() + '"')) {
                    measured++;
                } else {
                    unmeasured.add(row.getFirst());
                }
            }
        }
        assertThat(unmeasured).isEmpty();
        assertThat(measured).isGreaterThanOrEqualTo(6);
    }

    private static boolean isFilled(List<String> cells) {
        return cells.stream().noneMatch(String::isEmpty);
    }

    private static Stream<List<String>> publicReads() {
        return PUBLIC.rows("Reads").filter(row -> row.getFirst().startsWith("GET "));
    }

    /** @param cell such as {@code POST, GET /api/sales/{id}/entry, GET …/proof}; text in backticks is no path */
    private static Stream<String> listed(String cell) {
        List<String> calls = new ArrayList<>();
        String before = "";
        for (Matcher found = LISTED.matcher(cell.replaceAll("`[^`]*`", "")); found.find(); ) {
            String path = found.group(2);
            if (path.startsWith("…")) {
                path = before + path.substring(1);
            } else {
                before = path;
            }
            for (String method : found.group(1).split(", ", -1)) {
                calls.add(method + " " + shape(path));
            }
        }
        return calls.stream();
    }

    private static Stream<String> named() {
        return called(GatewayRoutes.all().stream());
    }

    private static Stream<String> called(Stream<GatewayRoutes.Route> routes) {
        return routes.map(route -> route.method() + " " + shape(route.path()));
    }

    private static Stream<String> callsOf(JavaClass controller) {
        List<String> prefixes = controller
                .tryGetAnnotationOfType(WEB + "RequestMapping")
                .map(RouteTableTests::paths)
                .orElse(List.of(""));
        return controller.getAllMethods().stream()
                .flatMap(method -> method.getAnnotations().stream())
                .filter(mapping -> METHODS.containsKey(mapping.getRawType().getName()))
                .flatMap(mapping -> prefixes.stream()
                        .flatMap(prefix -> paths(mapping).stream()
                                .map(path ->
                                        METHODS.get(mapping.getRawType().getName()) + " " + shape(prefix + path))));
    }

    private static List<String> paths(JavaAnnotation<?> mapping) {
        List<String> paths = Stream.of("path", "value")
                .flatMap(name -> mapping.get(name).stream())
                .flatMap(value -> value instanceof String[] several ? Stream.of(several) : Stream.empty())
                .toList();
        return paths.isEmpty() ? List.of("") : paths;
    }

    /** Replaces the names of path variables, which are internal to the service. */
    private static String shape(String path) {
        return path.replaceAll("\\{[^}]*}", "{}");
    }
}
