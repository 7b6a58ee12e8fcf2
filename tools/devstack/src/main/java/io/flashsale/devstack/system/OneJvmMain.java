package io.flashsale.devstack.system;

import static java.util.stream.Collectors.joining;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The main class of {@link OneJvm}: runs each service as its own Spring application.
 *
 * <p>The arguments are pairs: the unpacked jar of a service, behind {@link #FIRST} or {@link #THEN}, and a file with its
 * environment. The class path has the libraries of all services, so each application is told which
 * auto-configurations are not its own.
 */
final class OneJvmMain {

    /** Marks a service that starts at once. */
    static final String FIRST = "first:";

    /** Marks a service that starts when those are ready. */
    static final String THEN = "then:";

    private static final String AUTO_CONFIGURATIONS =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    private static final List<ConfigurableApplicationContext> CONTEXTS = new CopyOnWriteArrayList<>();

    private OneJvmMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<Path, Set<String>> ofEach = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            Path jar = jar(arguments[i]);
            ofEach.put(jar, autoConfigurations(jar));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(OneJvmMain::close, "close"));
        for (String turn : List.of(FIRST, THEN)) {
            List<Thread> starting = new ArrayList<>();
            for (int i = 0; i < arguments.length; i += 2) {
                if (arguments[i].startsWith(turn)) {
                    starting.add(start(jar(arguments[i]), Path.of(arguments[i + 1]), ofEach));
                }
            }
            for (Thread thread : starting) {
                thread.join();
            }
        }
    }

    private static Path jar(String argument) {
        return Path.of(argument.substring(argument.indexOf(':') + 1));
    }

    /** Returns when the application has set up the logging, which is one for all. */
    private static Thread start(Path jar, Path settings, Map<Path, Set<String>> autoConfigurations)
            throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        try (Stream<String> lines = Files.lines(settings)) {
            lines.map(line -> line.split("=", 2)).forEach(pair -> environment.put(pair[0], pair[1]));
        }
        environment.put("SPRING_AUTOCONFIGURE_EXCLUDE", foreign(jar, autoConfigurations));
        CountDownLatch prepared = new CountDownLatch(1);
        SpringApplication application = application(jar, environment);
        application.addListeners(
                (ApplicationListener<ApplicationEnvironmentPreparedEvent>) event -> prepared.countDown());
        Thread thread = Thread.ofPlatform()
                .name(jar.getFileName().toString().replace(".jar", ""))
                .start(() -> run(application));
        prepared.await();
        return thread;
    }

    private static SpringApplication application(Path jar, Map<String, String> variables) throws IOException {
        ConfigurableEnvironment environment = new StandardEnvironment();
        String source = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment
                .getPropertySources()
                .replace(source, new SystemEnvironmentPropertySource(source, Map.copyOf(variables)));
        try {
            SpringApplication application =
                    new SpringApplication(Class.forName(manifest(jar, Attributes.Name.MAIN_CLASS)));
            application.setEnvironment(environment);
            application.setRegisterShutdownHook(false);
            return application;
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    /** Without one of the services the others are of no use. */
    private static void run(SpringApplication application) {
        try {
            CONTEXTS.add(application.run());
        } catch (Throwable reported) {
            System.exit(1);
        }
    }

    /** Closes all contexts at the same time. */
    private static void close() {
        List<Thread> closing = CONTEXTS.stream()
                .map(context -> Thread.ofPlatform().start(context::close))
                .toList();
        try {
            for (Thread thread : closing) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The auto-configurations that a service would not have alone. */
    private static String foreign(Path jar, Map<Path, Set<String>> ofEach) {
        Set<String> foreign = new LinkedHashSet<>();
        ofEach.values().forEach(foreign::addAll);
        Set<String> own = Objects.requireNonNull(ofEach.get(jar));
        foreign.removeAll(own);
        // Of our own ones, that are everywhere, the only one for which a class of others is enough.
        if (own.stream().noneMatch(name -> name.startsWith("org.springdoc."))) {
            foreign.add("io.flashsale.commons.openapi.OpenApiAutoConfiguration");
        }
        return foreign.stream().collect(joining(","));
    }

    /** The auto-configurations of the service's libraries. */
    private static Set<String> autoConfigurations(Path jar) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (String library : manifest(jar, Attributes.Name.CLASS_PATH).split(" ", -1)) {
            try (JarFile file = new JarFile(jar.resolveSibling(library).toFile())) {
                ZipEntry list = file.getEntry(AUTO_CONFIGURATIONS);
                if (list != null) {
                    try (BufferedReader lines = new BufferedReader(
                            new InputStreamReader(file.getInputStream(list), StandardCharsets.UTF_8))) {
                        lines.lines()
                                .map(line -> line.replaceAll("#.*", "").strip())
                                .filter(line -> !line.isEmpty())
                                .forEach(names::add);
                    }
                }
            }
        }
        return names;
    }

    private static String manifest(Path jar, Attributes.Name attribute) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Objects.requireNonNull(
                    file.getManifest().getMainAttributes().getValue(attribute), attribute + " of " + jar);
        }
    }
}
