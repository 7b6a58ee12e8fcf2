package io.flashsale.system.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.stereotype.Component;

/** The rules of the architecture, over the classes of all modules. */
class ArchitectureTests {

    /** Every module in the build that has classes, so that a new module is checked automatically. */
    private static final List<String> MODULES = modules();

    /** The classes of admission alone, without the Spring code around it in the services. */
    private static final String[] ADMISSION = {
        "io.flashsale.admission",
        "io.flashsale.admission.bucket..",
        "io.flashsale.admission.outbox..",
        "io.flashsale.admission.redis.."
    };

    static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludePackageInfos())
            .importPaths(classFolders());

    /** Selected by annotation, not by name. */
    private static final DescribedPredicate<CanBeAnnotated> CONTROLLER = annotatedWith(
                    "org.springframework.web.bind.annotation.RestController")
            .or(annotatedWith("org.springframework.stereotype.Controller"))
            .as("controllers");

    /** The classes of all modules in one folder. */
    private static DescribedPredicate<JavaClass> house(String folder) {
        String place = ProjectRoot.find().resolve(folder).toUri().getPath();
        return DescribedPredicate.describe(
                "in " + folder,
                one -> one.getSource().orElseThrow().getUri().getPath().startsWith(place));
    }

    private static List<String> modules() {
        Path root = ProjectRoot.find();
        try {
            return Pattern.compile("<module>(.*)</module>")
                    .matcher(Files.readString(root.resolve("pom.xml")))
                    .results()
                    .map(module -> module.group(1))
                    .filter(module -> Files.isDirectory(root.resolve(module).resolve("src/main/java")))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Path> classFolders() {
        return MODULES.stream()
                .map(module -> ProjectRoot.find().resolve(Path.of(module, "target", "classes")))
                .toList();
    }

    /** No class of the package depends on one of the others. */
    private static void mayNotUse(String ours, String... others) {
        noClasses()
                .that()
                .resideInAPackage(ours)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(OURS);
    }

    /** Of our packages, this one uses only itself and these. */
    private static void usesOfOursOnly(String one, String... allowed) {
        noClasses()
                .that()
                .resideInAPackage(one)
                .should()
                .dependOnClassesThat(resideInAPackage("io.flashsale..")
                        .and(resideOutsideOfPackage(one))
                        .and(resideOutsideOfPackages(allowed)))
                .check(OURS);
    }

    @Test
    void contractsKnowNoServiceAndHoldNoBeans() {
        mayNotUse(
                "io.flashsale.contracts..",
                "io.flashsale.commons..",
                "io.flashsale.admission..",
                "io.flashsale.stock..",
                "io.flashsale.order..",
                "io.flashsale.coupon..",
                "io.flashsale.gateway..",
                "org.springframework.stereotype..",
                "org.springframework.context..");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "order", "coupon", "controlroom", "locklab", "gateway"})
    void servicesTalkThroughContractsOnly(String service) {
        String[] others = Stream.of("stock", "order", "coupon", "controlroom", "locklab", "gateway")
                .filter(other -> !other.equals(service))
                .map(other -> "io.flashsale." + other + "..")
                .toArray(String[]::new);
        mayNotUse("io.flashsale." + service + "..", others);
    }

    /**
     * The auditor reads the services' data but shares none of the code that it judges, and no HTTP edge.
     *
     * <p>The only exception is the code that connects to Redis.
     */
    @Test
    void theAuditorStandsOnContractsOnly() {
        usesOfOursOnly(
                "io.flashsale.auditor..",
                "io.flashsale.contracts..",
                "io.flashsale.redis..",
                "io.flashsale.commandline..");
        mayNotUse(
                "io.flashsale.auditor..",
                "org.springframework.boot..",
                "org.springframework.web..",
                "org.springframework.http..");
    }

    @Test
    void nothingThatIsDeployedKnowsTheDemo() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.flashsale.devstack..",
                        "io.flashsale.locklab..",
                        "io.flashsale.benchmark..",
                        "io.flashsale.chaos..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.flashsale.devstack..", "io.flashsale.locklab..")
                .check(OURS);
        noClasses()
                .that()
                .resideInAPackage("io.flashsale.devstack..")
                .and()
                .resideOutsideOfPackage("io.flashsale.devstack.launcher..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.flashsale..").and(resideOutsideOfPackage("io.flashsale.devstack..")))
                .check(OURS);
        usesOfOursOnly(
                "io.flashsale.devstack.launcher..",
                "io.flashsale.devstack..",
                "io.flashsale.client..",
                "io.flashsale.commandline..");
    }

    /** The school uses tools, all use libraries, and services are used by HTTP only; Maven knows no circles. */
    @Test
    void housesDependDownwardsOnly() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .ensureAllClassesAreContainedInArchitecture()
                .layer("libs")
                .definedBy(house("libs"))
                .layer("services")
                .definedBy(not(house("libs").or(house("tools")).or(house("learn"))))
                .layer("tools")
                .definedBy(house("tools"))
                .layer("learn")
                .definedBy(house("learn"))
                .whereLayer("learn")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("tools")
                .mayOnlyBeAccessedByLayers("learn")
                .whereLayer("services")
                .mayNotBeAccessedByAnyLayer()
                .check(OURS);
        mayNotUse(
                "io.flashsale.benchmark..",
                "io.flashsale.auditor..",
                "io.flashsale.redis..",
                "io.flashsale.loadtest..",
                "io.flashsale.chaos..");
    }

    @Test
    void clientAndLoadTestKnowTheSystemByItsHttpOnly() {
        usesOfOursOnly("io.flashsale.client..");
        usesOfOursOnly("io.flashsale.loadtest..", "io.flashsale.client..", "io.flashsale.commandline..");
        mayNotUse("io.flashsale.client..", "org.springframework..");
        mayNotUse("io.flashsale.loadtest..", "org.springframework..");
    }

    @Test
    void admissionKnowsNeitherSpringNorKafkaNorASale() {
        noClasses()
                .that()
                .resideInAnyPackage(ADMISSION)
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "org.springframework..",
                                "org.apache.kafka..",
                                "io.flashsale.contracts..",
                                "io.flashsale.admission.spring..",
                                "io.flashsale.coupon..",
                                "io.flashsale.stock..")
                        .and(not(type(RefusalReason.class))))
                .check(OURS);
        mayNotUse("io.flashsale.admission.spring..", "io.flashsale.coupon..", "io.flashsale.stock..");
    }

    /** Only these classes together guarantee that no accepted request is forgotten. */
    @Test
    void nobodyElseTouchesKeysScriptsAndOutboxOfAdmission() {
        classes()
                .that()
                .haveNameMatching("io.flashsale.admission.(outbox.(Outbox|OutboxForwarder)|redis.Shards)")
                .should()
                .onlyHaveDependentClassesThat()
                .resideInAnyPackage(ADMISSION)
                .check(OURS);
        // The entrance of a sale has keys beside those of its gate, so that one script can use both.
        classes()
                .that()
                .haveNameMatching("io.flashsale.admission.redis.(LuaScript|StockGateKeys)")
                .should()
                .onlyHaveDependentClassesThat(
                        resideInAnyPackage(ADMISSION).or(resideInAPackage("io.flashsale.entry..")))
                .check(OURS);
    }

    @Test
    void featuresDoNotDependOnEachOtherInCircles() {
        TreeSet<String> packages = new TreeSet<>();
        OURS.forEach(one -> packages.add(one.getPackageName().split("\\.")[2]));
        assertThat(packages).hasSizeGreaterThanOrEqualTo(MODULES.size());
        for (String ours : packages) {
            slices().matching("io.flashsale." + ours + ".(*)..")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true) // for modules with a single package
                    .check(OURS);
        }
    }

    @Test
    void devstackIsBuiltInLayers() {
        mayNotUse("io.flashsale.devstack.server..", "io.flashsale.devstack.network..");
        List<String> layers = List.of("process", "network", "server", "system", "fault", "launcher");
        for (int layer = 0; layer < layers.size() - 1; layer++) {
            mayNotUse(
                    "io.flashsale.devstack." + layers.get(layer) + "..",
                    layers.subList(layer + 1, layers.size()).stream()
                            .map(upper -> "io.flashsale.devstack." + upper + "..")
                            .toArray(String[]::new));
        }
    }

    @Test
    void controllersAreKnownToNobody() {
        classes().that(CONTROLLER).should().bePackagePrivate().check(OURS);
    }

    @Test
    void controllersDoNotTouchTables() {
        noClasses()
                .that(CONTROLLER)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.ibatis..", "org.springframework.jdbc..")
                .check(OURS);
    }

    /** Code that a learner brings is compiled and run only by its own command, never through a network. */
    @Test
    void nothingThatIsServedCompilesOrRunsWhatSomebodyBrings() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.flashsale.locklab.own..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("javax.tools..")
                .check(OURS);
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.flashsale.locklab.web..", "io.flashsale.locklab.naive..", "io.flashsale.locklab.course..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.flashsale.locklab.own..",
                        "io.flashsale.locklab.judging..",
                        "io.flashsale.locklab.command..")
                .check(OURS);
    }

    @Test
    void beansGetWhatTheyNeedThroughTheirConstructors() {
        noMethods()
                .that()
                .areDeclaredInClassesThat()
                .areMetaAnnotatedWith(Component.class)
                .should()
                .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
                .check(OURS);
    }

    @Test
    void whereALockIsHeldTheTransactionIsVisible() {
        noMethods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage("..placement..", "..ledger..", "..issuing..", "..reservation..", "..claiming..")
                .should()
                .beAnnotatedWith("org.springframework.transaction.annotation.Transactional")
                .because("lock, begin, commit and unlock must be seen in this order where they happen")
                .check(OURS);
    }

    /** Where no code accepts a name to look up, an expression or a script, no input can become one. */
    @Test
    void nothingLooksUpNamesOrRunsExpressions() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javax.naming..", "javax.script..", "org.springframework.expression..")
                .check(OURS);
    }

    /** Another set of certificate authorities is given to the JVM, not to the code. */
    @Test
    void nobodyChangesWhichCertificatesAreTrusted() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("javax.net.ssl.(TrustManager|X509TrustManager|HostnameVerifier|SSLContext)")
                .check(OURS);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(new ClassFileImporter()
                        .importPaths(classFolders()).stream()
                                .map(JavaClass::getPackage)
                                .distinct())
                .hasSizeGreaterThan(MODULES.size())
                .allMatch(one -> one.isAnnotatedWith(NullMarked.class), "is null-marked");
    }
}
