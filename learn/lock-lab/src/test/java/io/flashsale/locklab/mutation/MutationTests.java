package io.flashsale.locklab.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Expectation;
import io.flashsale.locklab.mutation.Mutation.Edit;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.ReadWriteScheme;
import io.flashsale.locklab.scheme.StockScheme;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every scheme and scenario has a mutation, and each mutation still finds its place in the source. */
class MutationTests {

    private static final Path SOURCES = Path.of("src/main/java");

    private static final Set<String> INTERFACES = Set.of(
            LockScheme.class.getName(),
            ReadWriteScheme.class.getName(),
            StockScheme.class.getName(),
            "io.flashsale.locklab.path.call.StockCall",
            "io.flashsale.locklab.path.order.OrderScheme");

    /** Schemes that exist to fail: none of their scenarios holds. */
    private static final Set<String> GUARD_NOTHING = Set.of(
            "jvm/ReadTestWrite.java",
            "path/call/RetriedCall.java",
            "path/order/CheckThenInsert.java",
            "path/order/UnlockThenCommit.java",
            "redis/redisson/RedissonLeaseLock.java",
            "redis/segment/SegmentedStock.java");

    /** Classes that wrap other schemes. */
    private static final Set<String> FRAMES = Set.of(
            "own/PurchasedStock.java",
            "path/call/CalledStock.java",
            "path/order/OrderStock.java",
            "scheme/LockedStock.java",
            "scheme/SharedStock.java",
            "scheme/TracedLock.java");

    @Test
    void eachScenarioThatHoldsIsBrokenByAMutation() {
        assertThat(Mutations.all()
                        .flatMap(mutation -> mutation.broken().keySet().stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(CaseCatalogue.all().stream()
                        .flatMap(each -> each.scenarios().stream()
                                .filter(scenario -> scenario.expected() == Expectation.HOLDS)
                                .map(scenario -> each.id() + "/" + scenario.id()))
                        .toList());
    }

    @Test
    void eachSchemeIsMutated() throws IOException, ClassNotFoundException {
        Set<String> mutated = edits().map(Edit::file).collect(Collectors.toSet());

        assertThat(schemes())
                .hasSizeGreaterThan(40)
                .containsAll(GUARD_NOTHING)
                .containsAll(FRAMES)
                .allMatch(scheme ->
                        mutated.contains(scheme) ^ (GUARD_NOTHING.contains(scheme) || FRAMES.contains(scheme)));
    }

    @Test
    void eachMutationChangesWhatIsThereOnce() throws IOException {
        for (Edit edit : edits().toList()) {
            edit.applyTo(edit.original());
        }
    }

    private static Stream<Edit> edits() {
        return Mutations.all().flatMap(mutation -> mutation.edits().stream());
    }

    @Test
    void mutationsOfARoundDoNotMeet() {
        for (List<Mutation> round : Mutations.rounds()) {
            assertThat(round.stream().flatMap(mutation -> mutation.broken().keySet().stream()))
                    .doesNotHaveDuplicates();
            assertThat(round.stream()
                            .flatMap(mutation ->
                                    mutation.edits().stream().map(Edit::file).distinct()))
                    .doesNotHaveDuplicates();
        }
    }

    /** The files of the classes that guard stock. */
    private static List<String> schemes() throws IOException, ClassNotFoundException {
        List<String> files;
        try (Stream<Path> walk = Files.walk(SOURCES)) {
            files = walk.map(file -> SOURCES.relativize(file).toString())
                    .filter(file -> file.endsWith(".java") && !file.endsWith("-info.java"))
                    .sorted()
                    .toList();
        }
        List<String> schemes = new ArrayList<>();
        for (String file : files) {
            Class<?> type = Class.forName(
                    file.replace(".java", "").replace('/', '.'), false, MutationTests.class.getClassLoader());
            if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && isScheme(type)) {
                schemes.add(file.substring("io/flashsale/locklab/".length()));
            }
        }
        return schemes;
    }

    private static boolean isScheme(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (Stream.of(each.getInterfaces()).anyMatch(one -> INTERFACES.contains(one.getName()))) {
                return true;
            }
        }
        return false;
    }
}
