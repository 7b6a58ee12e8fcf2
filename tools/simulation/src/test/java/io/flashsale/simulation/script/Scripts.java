package io.flashsale.simulation.script;

import io.flashsale.admission.redis.LuaScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The scripts as the services send them; one of their files may be changed. For several threads. */
public final class Scripts {

    public static final Scripts UNCHANGED = new Scripts(Map.of());

    private static final Path ROOT = Path.of(System.getProperty("flashsale.root", "../.."));

    /** All files by their names, with those that are parts of scripts. */
    public static final Map<String, String> FILES = new TreeMap<>();

    static {
        Stream.of("libs/admission", "libs/fair-entry")
                .map(library -> ROOT.resolve(library).resolve("src/main/resources/lua"))
                .forEach(Scripts::readAll);
    }

    /** The scripts themselves. */
    public static final List<String> NAMES = FILES.keySet().stream()
            .filter(name -> !name.startsWith("reserve/") && !name.startsWith("shared/"))
            .toList();

    private static final Pattern PART = Pattern.compile("(?m)^-- part (\\S+)$");

    private final Map<String, String> changedFiles;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    private Scripts(Map<String, String> changedFiles) {
        this.changedFiles = changedFiles;
    }

    private static void readAll(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                FILES.put(folder.relativize(file).toString().replace(".lua", ""), Files.readString(file));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The scripts with another text of one file. */
    public static Scripts with(String file, String text) {
        return new Scripts(Map.of(file, text));
    }

    public String text(String script) {
        return texts.computeIfAbsent(
                script, name -> changedFiles.isEmpty() ? LuaScript.named(name).text() : joined(name));
    }

    /** The script with its parts, as {@link LuaScript} joins them. */
    String joined(String script) {
        return PART.matcher(file(script)).replaceAll(part -> {
            String name = part.group(1);
            return Matcher.quoteReplacement(file(name.startsWith("/") ? name.substring(1) : script + "/" + name));
        });
    }

    private String file(String name) {
        return changedFiles.getOrDefault(name, FILES.getOrDefault(name, ""));
    }
}
