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
import static io.flashsale.system.project.ComposeTests.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.system.project.ComposeTests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.stereotype.Component;

/** The rules of the architecture, over the classes of all modules. */
class ArchitectureTests {

    /** Every module in the build that has classes, so that a new module is checked automatically. */
    private static final List<String> MODULES = ComposeTests.modules()
            .filter(module -> Files.isDirectory(ROOT.resolve(module).resolve("src/main/java")))
            .toList();

    /** The classes of admission alone, without the Spring code around it in the services. */
    private static final DescribedPredicate<JavaClass> ADMISSION =
            resideInAnyPackage("io.flashsale.admission", "io.flashsale.admission.[bucket|outbox|redis]..");

    private static final List<String> SERVICES =
            List.of("stock", "order", "coupon", "controlroom", "locklab", "gateway");

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
        String place = ROOT.resolve(folder).toUri().getPath();
        return DescribedPredicate.describe(
                "in " + folder,
                one -> one.getSource().orElseThrow().getUri().getPath().startsWith(place));
    }

    private static List<Path> classFolders() {
        return MODULES.stream()
                .map(module -> ROOT.resolve(module).resolve("target/classes"))
                .toList();
    }

    /** No class of the first kind depends on one of the second. */
    private static void mayNotUse(DescribedPredicate<? super JavaClass> ours, DescribedPredicate<JavaClass> others) {
        noClasses().that(ours).should().dependOnClassesThat(others).check(OURS);
    }

    private static void mayNotUse(String ours, String... others) {
        mayNotUse(resideInAPackage(ours), resideInAnyPackage(others));
    }

    /** Of our packages, this one uses only itself and these. */
    private static void usesOfOursOnly(String one, String... allowed) {
        mayNotUse(
                resideInAPackage(one),
                resideInAPackage("io.flashsale..")
                        .and(resideOutsideOfPackage(one))
                        .and(resideOutsideOfPackages(allowed)));
    }

    @Test
    void contractsKnowNoServiceAndHoldNoBeans() {
        mayNotUse(
                "io.flashsale.contracts..",
                "io.flashsale.[commons|admission|stock|order|coupon|gateway]..",
                "org.springframework.[stereotype|context]..");
    }

    @ParameterizedTest
    @FieldSource("SERVICES")
    void servicesTalkThroughContractsOnly(String service) {
        String[] others = SERVICES.stream()
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
        usesOfOursOnly("io.flashsale.auditor..", "io.flashsale.[contracts|redis|commandline]..");
        mayNotUse("io.flashsale.auditor..", "org.springframework.[boot|web|http]..");
    }

    @Test
    void nothingThatIsDeployedKnowsTheDemo() {
        mayNotUse(
                resideOutsideOfPackage("io.flashsale.[devstack|locklab|steps|benchmark|chaos].."),
                resideInAPackage("io.flashsale.[devstack|locklab].."));
        mayNotUse(
                resideInAPackage("io.flashsale.devstack..")
                        .and(resideOutsideOfPackage("io.flashsale.devstack.launcher..")),
                resideInAPackage("io.flashsale..").and(resideOutsideOfPackage("io.flashsale.devstack..")));
        usesOfOursOnly("io.flashsale.devstack.launcher..", "io.flashsale.[devstack|client|commandline]..");
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
        mayNotUse("io.flashsale.benchmark..", "io.flashsale.[auditor|redis|loadtest|chaos]..");
    }

    @Test
    void clientAndLoadTestKnowTheSystemByItsHttpOnly() {
        usesOfOursOnly("io.flashsale.client..");
        usesOfOursOnly("io.flashsale.loadtest..", "io.flashsale.[client|commandline]..");
        mayNotUse("io.flashsale.[client|loadtest]..", "org.springframework..");
    }

    @Test
    void admissionKnowsNeitherSpringNorKafkaNorASale() {
        mayNotUse(
                ADMISSION,
                resideInAnyPackage(
                                "org.springframework..",
                                "org.apache.kafka..",
                                "io.flashsale.[contracts|coupon|stock]..",
                                "io.flashsale.admission.spring..")
                        .and(not(type(RefusalReason.class))));
        mayNotUse("io.flashsale.admission.spring..", "io.flashsale.[coupon|stock]..");
    }

    /** Only these classes together guarantee that no accepted request is forgotten. */
    @Test
    void nobodyElseTouchesKeysScriptsAndOutboxOfAdmission() {
        areUsedOnlyBy(ADMISSION, "outbox.(Outbox|OutboxForwarder)|redis.Shards");
        // The entrance of a sale has keys beside those of its gate, so that one script can use both.
        areUsedOnlyBy(ADMISSION.or(resideInAPackage("io.flashsale.entry..")), "redis.(LuaScript|StockGateKeys)");
    }

    private static void areUsedOnlyBy(DescribedPredicate<JavaClass> users, String classes) {
        classes()
                .that()
                .haveNameMatching("io.flashsale.admission.(" + classes + ")")
                .should()
                .onlyHaveDependentClassesThat(users)
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
        mayNotUse(CONTROLLER, resideInAnyPackage("org.apache.ibatis..", "org.springframework.jdbc.."));
    }

    /** Code that a learner brings is compiled and run only by its own command, never through a network. */
    @Test
    void nothingThatIsServedCompilesOrRunsWhatSomebodyBrings() {
        mayNotUse(resideOutsideOfPackage("io.flashsale.locklab.own.."), resideInAPackage("javax.tools.."));
        mayNotUse("io.flashsale.locklab.[web|naive|course]..", "io.flashsale.locklab.[own|judging|command]..");
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
        mayNotUse("..", "javax.[naming|script]..", "org.springframework.expression..");
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
