package io.flashsale.system.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaEnumConstant;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every reason to refuse a reservation is counted in the control room and has a name in both languages. */
class AnswerNamesTests {

    private static final Path PAGES = Path.of("libs/storefront/src/main/resources/static/assets/control");

    /** The names of the answers in one language: the only object of that name in its messages. */
    private static final Pattern NAMES = Pattern.compile("\\n  answer: \\{\\n(.*?)\\n  },", Pattern.DOTALL);

    private static final Pattern NAME = Pattern.compile("\\n? {4}'?([a-z-]+)'?: '[^']+',");

    @Test
    void shouldNameEachRefusalInBothLanguages() throws IOException {
        List<List<String>> languages = names();
        assertThat(languages).hasSize(2);
        assertThat(refusals()).hasSizeGreaterThan(10);
        for (List<String> names : languages) {
            assertThat(names).contains("accepted").containsAll(refusals());
        }
    }

    private static List<List<String>> names() throws IOException {
        List<List<String>> languages = new ArrayList<>();
        Matcher objects = NAMES.matcher(read("messages.js"));
        while (objects.find()) {
            languages.add(NAME.matcher(objects.group(1))
                    .results()
                    .map(name -> name.group(1))
                    .toList());
        }
        return languages;
    }

    private static String read(String page) throws IOException {
        return Files.readString(ProjectRoot.find().resolve(PAGES).resolve(page));
    }

    private static List<String> refusals() {
        Object refusals =
                ArchitectureTests.OURS.get("io.flashsale.stock.reservation.ReservationController").getMethods().stream()
                        .flatMap(method ->
                                method.tryGetAnnotationOfType("io.flashsale.commons.openapi.ApiCall").stream())
                        .findFirst()
                        .orElseThrow()
                        .get("refusals")
                        .orElseThrow();
        return Stream.of((JavaEnumConstant[]) refusals)
                .map(refusal -> ProblemType.valueOf(refusal.name()).slug())
                .toList();
    }

    @Test
    void shouldCountEachRefusalAndShowIt() throws Exception {
        assertThat(counted()).containsAll(refusals());
        String page = read("live.js");
        assertThat(counted()).allSatisfy(name -> assertThat(page).contains("'" + name + "'"));
    }

    /** Read from the compiled classes, because the set is private to the control room. */
    private static List<String> counted() throws IOException, ReflectiveOperationException {
        URL compiled = ProjectRoot.find()
                .resolve("tools/control-room/target/classes")
                .toUri()
                .toURL();
        try (URLClassLoader classes = new URLClassLoader(new URL[] {compiled})) {
            Method of = Stream.of(classes.loadClass("io.flashsale.controlroom.live.AnswerCounts")
                            .getDeclaredMethods())
                    .filter(method -> method.getName().equals("of"))
                    .findFirst()
                    .orElseThrow();
            of.setAccessible(true);
            Map<?, ?> answers = (Map<?, ?>) Objects.requireNonNull(of.invoke(null, null, null));
            return answers.keySet().stream().map(String.class::cast).toList();
        }
    }
}
