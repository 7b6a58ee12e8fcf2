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
import org.junit.jupiter.api.Test;
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
        "io.flashsale.admission.redis..",
        "io.flashsale.admission.ticket.."
    };

    static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludePackageInfos())
            .importPaths(MODULES.stream()
                    .map(module -> ProjectRoot.find().resolve(Path.of(module, "target", "classes")))
                    .toList());

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

    @Test
    void contractsKnowNoServiceAndHoldNoBeans() {
        noClasses()
                .that()
                .resideInAPackage("io.flashsale.contracts..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.flashsale.commons..",
                        "io.flashsale.admission..",
                        "io.flashsale.stock..",
                        "io.flashsale.order..",
                        "io.flashsale.coupon..",
                        "io.flashsale.gateway..",
                        "org.springframework.stereotype..",
                        "org.springframework.context..")
                .check(OURS);
    }

    @Test
    void servicesTalkThroughContractsOnly() {
        onlyKnowsItself("stock");
        onlyKnowsItself("order");
        onlyKnowsItself("coupon");
        onlyKnowsItself("controlroom");
        onlyKnowsItself("locklab");
        onlyKnowsItself("gateway");
    }

    private static void onlyKnowsItself(String service) {
        String[] others = List.of("stock", "order", "coupon", "controlroom", "locklab", "gateway").stream()
                .filter(other -> !other.equals(service))
                .map(other -> "io.flashsale." + other + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("io.flashsale." + service + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(OURS);
    }

    /**
     * The auditor reads the services' data but shares none of the code that it judges, and no HTTP edge.
     *
     * <p>The only exception is the code that connects to Redis.
     */
    @Test
    void theAuditorStandsOnContractsOnly() {
        noClasses()
                .that()
                .resideInAPackage("io.flashsale.auditor..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.flashsale..")
                        .and(resideOutsideOfPackages(
                                "io.flashsale.auditor..",
                                "io.flashsale.contracts..",
                                "io.flashsale.redis..",
                                "io.flashsale.commandline..")))
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework.boot..", "org.springframework.web..", "org.springframework.http..")
                .check(OURS);
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
        noClasses()
                .that()
                .resideInAPackage("io.flashsale.devstack.launcher..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.flashsale..")
                        .and(resideOutsideOfPackages(
                                "io.flashsale.devstack..", "io.flashsale.client..", "io.flashsale.commandline..")))
                .check(OURS);
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
        noClasses()
                .that()
                .resideInAPackage("io.flashsale.benchmark..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.flashsale.auditor..",
                        "io.flashsale.redis..",
                        "io.flashsale.loadtest..",
                        "io.flashsale.chaos..")
                .check(OURS);
    }

    @Test
    void theLoadTestKnowsTheSystemByItsHttpOnly() {
        noClasses()
                .that()
                .resideInAPackage("io.flashsale.loadtest..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.flashsale..")
                        .and(resideOutsideOfPackages(
                                "io.flashsale.loadtest..", "io.flashsale.client..", "io.flashsale.commandline..")))
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(OURS);
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
        noClasses()
                .that()
                .resideInAPackage("io.flashsale.admission.spring..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.flashsale.coupon..", "io.flashsale.stock..")
                .check(OURS);
    }

    /** Only these classes together guarantee that no accepted request is forgotten. */
    @Test
    void nobodyElseTouchesKeysScriptsAndOutboxOfAdmission() {
        classes()
                .that()
                .haveNameMatching("io.flashsale.admission.(outbox.(Outbox|OutboxForwarder)"
                        + "|redis.(Shards|ReplicaAcknowledgement))")
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
    void theShopsClientKnowsTheShopByItsHttpOnly() {
        noClasses()
                .that()
                .resideInAPackage("io.flashsale.client..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.flashsale..").and(resideOutsideOfPackage("io.flashsale.client..")))
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(OURS);
    }

    @Test
    void devstackIsBuiltInLayers() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("launcher")
                .definedBy("io.flashsale.devstack.launcher..")
                .layer("fault")
                .definedBy("io.flashsale.devstack.fault..")
                .layer("system")
                .definedBy("io.flashsale.devstack.system..")
                .layer("server")
                .definedBy("io.flashsale.devstack.server..")
                .layer("network")
                .definedBy("io.flashsale.devstack.network..")
                .layer("process")
                .definedBy("io.flashsale.devstack.process..")
                .whereLayer("launcher")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("fault")
                .mayOnlyBeAccessedByLayers("launcher")
                .whereLayer("system")
                .mayOnlyBeAccessedByLayers("launcher", "fault")
                .whereLayer("server")
                .mayOnlyBeAccessedByLayers("launcher", "fault", "system")
                .whereLayer("network")
                .mayOnlyBeAccessedByLayers("launcher", "fault", "system")
                .check(OURS);
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
    void nothingIsCalledImplOrManagerOrUtil() {
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Manager|Util|Utils|Helper)")
                .orShould()
                .resideInAnyPackage("..util..", "..common..", "..impl..")
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
                .haveFullyQualifiedName("javax.net.ssl.TrustManager")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("javax.net.ssl.X509TrustManager")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("javax.net.ssl.HostnameVerifier")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("javax.net.ssl.SSLContext")
                .check(OURS);
    }

    @Test
    void everyPackageIsNullMarked() {
        JavaClasses packages = new ClassFileImporter()
                .importPaths(MODULES.stream()
                        .map(module -> ProjectRoot.find().resolve(Path.of(module, "target", "classes")))
                        .toList());
        classes()
                .that()
                .haveSimpleName("package-info")
                .should()
                .beAnnotatedWith("org.jspecify.annotations.NullMarked")
                .check(packages);
        classes()
                .that()
                .resideInAPackage("io.flashsale..")
                .and()
                .areTopLevelClasses()
                .should(new InANullMarkedPackage(packages))
                .check(OURS);
    }
}
