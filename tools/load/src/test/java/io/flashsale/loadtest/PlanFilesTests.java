package io.flashsale.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.loadtest.results.SampleOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The .jmx files, with their fragments, agree with the runner's assumptions about them and assert every answer. */
class PlanFilesTests {

    private static final Path JMETER = Path.of("../../jmeter");

    private static final List<String> PREPARATION =
            List.of("log in", "create the sale", "create the shoppers", SampleOutcome.WARM_UP);

    /** The plan as JMeter runs it: below each Include Controller is what the file that it names contains. */
    private static Element read(TestPlan plan) throws Exception {
        Element root = read(JMETER.resolve(plan.title() + ".jmx"));
        Set<Element> included = new HashSet<>();
        List<Element> found = all(root, "IncludeController");
        while (included.size() < found.size()) {
            for (Element controller : found) {
                if (included.add(controller)) {
                    Element below = below(controller);
                    Element fragment = below(all(read(path(controller)), "TestFragmentController")
                            .getFirst());
                    Objects.requireNonNull(below.getParentNode())
                            .replaceChild(
                                    Objects.requireNonNull(below.getOwnerDocument())
                                            .importNode(fragment, true),
                                    below);
                }
            }
            found = all(root, "IncludeController");
        }
        return root;
    }

    private static Element read(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
    }

    private static Path path(Element includeController) {
        return JMETER.resolve(property(includeController, "IncludeController.includepath"));
    }

    /** The value that a variable of the plan has in the end: JMeter reads from the top, and the last one counts. */
    private static String variable(Element plan, String name) {
        return all(plan, "elementProp").stream()
                .filter(argument -> argument.getAttribute("elementType").equals("Argument"))
                .filter(argument -> argument.getAttribute("name").equals(name))
                .map(argument -> property(argument, "Argument.value"))
                .reduce("", (before, value) -> value);
    }

    @Test
    void thereIsNoPlanThatTheRunnerDoesNotKnow() throws Exception {
        try (Stream<Path> files = Files.list(JMETER)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".jmx")))
                    .containsExactlyInAnyOrderElementsOf(Stream.of(TestPlan.values())
                            .map(plan -> plan.title() + ".jmx")
                            .toList());
        }
    }

    @Test
    void thereIsNoFragmentThatNoPlanIncludes() throws Exception {
        Set<Path> included = new TreeSet<>();
        for (TestPlan plan : TestPlan.values()) {
            all(read(plan), "IncludeController").forEach(controller -> included.add(path(controller)));
        }
        try (Stream<Path> files = Files.list(JMETER.resolve("fragments"))) {
            assertThat(files).containsExactlyInAnyOrderElementsOf(included);
        }
    }

    @ParameterizedTest
    @EnumSource(TestPlan.class)
    void hasTheFragmentsThatItsModuleControllersName(TestPlan plan) throws Exception {
        Element root = read(plan);
        String name = all(root, "TestPlan").getFirst().getAttribute("testname");
        List<String> fragments = all(root, "TestFragmentController").stream()
                .map(fragment -> fragment.getAttribute("testname"))
                .toList();
        Set<String> used = new TreeSet<>();
        for (Element controller : all(root, "ModuleController")) {
            List<String> path = children(children(controller).getFirst()).stream()
                    .map(PlanFilesTests::text)
                    .toList();
            assertThat(path).hasSize(3).startsWith("Test Plan", name);
            used.add(path.getLast());
        }
        assertThat(fragments).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(used);
    }

    @ParameterizedTest
    @EnumSource(TestPlan.class)
    void standsWithItsDefaultsInTheReadme(TestPlan plan) throws Exception {
        LoadProfile crowd = plan.defaults();
        assertThat(Files.readString(JMETER.resolve("README.md")))
                .containsPattern(String.format(
                        Locale.ROOT,
                        "\\| `%s` \\|.*\\| %,d shoppers, %,d (units|coupons) \\|",
                        plan.title(),
                        crowd.users(),
                        crowd.stock()));
    }

    @ParameterizedTest
    @EnumSource(TestPlan.class)
    void hasTheSamplersThatTheRunnerExpects(TestPlan plan) throws Exception {
        List<String> labels = new ArrayList<>(samplers(plan).stream()
                .map(sampler -> sampler.getAttribute("testname"))
                .distinct()
                .toList());
        assertThat(labels).containsAll(PREPARATION);
        labels.removeAll(PREPARATION);
        List<String> expected = new ArrayList<>(plan.otherLabels());
        expected.add("reserve");
        assertThat(labels).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @EnumSource(TestPlan.class)
    void assertsStatusAndBodyOfEveryAnswer(TestPlan plan) throws Exception {
        for (Element sampler : samplers(plan)) {
            List<String> asserted = children(below(sampler)).stream()
                    .filter(child -> child.getTagName().equals("ResponseAssertion"))
                    .map(assertion -> property(assertion, "Assertion.test_field"))
                    .toList();
            assertThat(asserted)
                    .as("assertions of '%s'", sampler.getAttribute("testname"))
                    .contains("Assertion.response_code", "Assertion.response_data");
        }
    }

    @ParameterizedTest
    @EnumSource(TestPlan.class)
    void assertsTheProblemTypesThatTheRunnerAllows(TestPlan plan) throws Exception {
        Set<String> asserted = new TreeSet<>();
        String refusals = variable(read(plan), "refusals");
        for (Element sampler : samplers(plan)) {
            if (sampler.getAttribute("testname").equals("reserve")) {
                Pattern.compile("/problems/\\(?([a-z|-]+)")
                        .matcher(text(below(sampler)).replace("${refusals}", refusals))
                        .results()
                        .flatMap(types -> Pattern.compile("\\|").splitAsStream(types.group(1)))
                        .forEach(asserted::add);
            }
        }
        assertThat(asserted).containsExactlyInAnyOrderElementsOf(plan.refusals());
    }

    @ParameterizedTest
    @EnumSource(TestPlan.class)
    void takesAllItsParametersFromProperties(TestPlan plan) throws Exception {
        Map<String, String> defaults = new TreeMap<>();
        Pattern.compile("\\$\\{__P\\((\\w+),([^)]*)\\)}")
                .matcher(text(read(plan)))
                .results()
                .forEach(property -> defaults.put(property.group(1), property.group(2)));
        LoadProfile by = plan.defaults();
        assertThat(defaults)
                .containsEntry("protocol", "http")
                .containsEntry("host", "localhost")
                .containsEntry("port", "8080")
                .containsEntry("users", String.valueOf(by.users()))
                .containsEntry("stock", String.valueOf(by.stock()))
                .containsEntry("ramp", String.valueOf(by.ramp()))
                .containsEntry(plan.threadsAreClicks() ? "clicks" : "threads", String.valueOf(by.threads()));
        if (by.clicks() > 1) {
            assertThat(defaults).containsEntry("clicks", String.valueOf(by.clicks()));
        }
        if (plan.waits()) {
            assertThat(defaults).containsEntry("mode", "QUEUE").containsEntry("rate", String.valueOf(TestPlan.RATE));
        }
        if (plan == TestPlan.RESTOCK) {
            assertThat(defaults)
                    .containsEntry("restocks", String.valueOf(TestPlan.RESTOCKS))
                    .containsEntry("add", String.valueOf(TestPlan.UNITS_PER_RESTOCK));
        }
    }

    private static List<Element> samplers(TestPlan plan) throws Exception {
        List<Element> found = all(read(plan), "HTTPSamplerProxy");
        assertThat(found).hasSizeGreaterThan(PREPARATION.size());
        return found;
    }

    private static List<Element> all(Element root, String tag) {
        List<Element> found = new ArrayList<>();
        NodeList all = root.getElementsByTagName(tag);
        for (int i = 0; i < all.getLength(); i++) {
            found.add((Element) Objects.requireNonNull(all.item(i)));
        }
        return found;
    }

    /** JMeter keeps the children of an element in the hashTree that follows it. */
    private static Element below(Element element) {
        Node next = element.getNextSibling();
        while (!(next instanceof Element tree)) {
            next = Optional.ofNullable(next).orElseThrow().getNextSibling();
        }
        assertThat(tree.getTagName()).isEqualTo("hashTree");
        return tree;
    }

    private static List<Element> children(Element element) {
        List<Element> found = new ArrayList<>();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element one) {
                found.add(one);
            }
        }
        return found;
    }

    private static String text(Element element) {
        return Objects.requireNonNull(element.getTextContent());
    }

    private static String property(Element element, String name) {
        return children(element).stream()
                .filter(child -> child.getAttribute("name").equals(name))
                .map(Element::getTextContent)
                .findFirst()
                .orElse("");
    }
}
