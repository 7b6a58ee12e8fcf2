package io.flashsale.locklab.exercise;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.config.YamlMapFactoryBean;
import org.springframework.core.io.ClassPathResource;

/**
 * An exercise of the course that changes a file of code.
 *
 * @param number of the chapter and the exercise, such as {@code 3.1}
 * @param file its path below the lab's package, or in {@code my-locks}; without the ending
 * @param proof what judges the file: a scenario, such as {@code A5/dies-between}, or {@link #JUDGE}
 * @param before what the unchanged file shows
 * @param after what the changed file shows
 * @param moreCommands whether the changed file must need more than twice as many commands as the unchanged one
 */
public record Exercise(
        String number, String file, String proof, Expected before, Expected after, boolean moreCommands) {

    private static final String JUDGE = "judge";
    private static final String LAB = "learn/lock-lab/";
    private static final String SOURCES = LAB + "src/main/java/";
    private static final String PACKAGE = "io/flashsale/locklab/";
    private static final List<Exercise> ALL = read();

    /** All exercises that change code, in order. */
    public static List<Exercise> all() {
        return ALL;
    }

    /** @param number such as {@code 3.1} */
    public static Optional<Exercise> find(String number) {
        return ALL.stream().filter(each -> each.number.equals(number)).findFirst();
    }

    private static List<Exercise> read() {
        YamlMapFactoryBean yaml = new YamlMapFactoryBean();
        yaml.setResources(new ClassPathResource("exercises.yaml"));
        yaml.setSingleton(false);
        List<?> rows = (List<?>) Objects.requireNonNull(yaml.getObject()).get("exercises");
        return Objects.requireNonNull(rows).stream()
                .map(row -> of((Map<?, ?>) row))
                .toList();
    }

    private static Exercise of(Map<?, ?> row) {
        return new Exercise(
                text(row, "number"),
                text(row, "file"),
                text(row, "proof"),
                new Expected(text(row, "before")),
                new Expected(text(row, "after")),
                row.containsKey("commands"));
    }

    private static String text(Map<?, ?> row, String key) {
        return String.valueOf(row.get(key));
    }

    /** Whether the file is judged like any lock of a learner's own. Otherwise it replaces a class of the lab. */
    public boolean isJudged() {
        return proof.equals(JUDGE);
    }

    /** The file to change, from the root of the working copy. */
    public String path() {
        return (isJudged() ? LAB : SOURCES + PACKAGE) + file + ".java";
    }

    /** The class that the file replaces. */
    public String className() {
        return (PACKAGE + file).replace('/', '.');
    }

    /** The file's own name. */
    public String fileName() {
        return path().substring(path().lastIndexOf('/') + 1);
    }

    /** The case whose scenario proves the exercise. */
    public Case what() {
        return CaseCatalogue.find(proof.substring(0, proof.indexOf('/'))).orElseThrow();
    }

    /** The scenario that proves the exercise. */
    public Scenario scenario() {
        return what().scenario(proof.substring(proof.indexOf('/') + 1)).orElseThrow();
    }
}
