package io.flashsale.locklab.own;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compiled classes by name, and their text form, which can be sent to a process. */
public record OwnClasses(Map<String, byte[]> bytes) {

    static OwnClasses parse(String text) {
        Map<String, byte[]> classes = new HashMap<>();
        for (String each : text.split(";", -1)) {
            int colon = each.indexOf(':');
            classes.put(each.substring(0, colon), Base64.getUrlDecoder().decode(each.substring(colon + 1)));
        }
        return new OwnClasses(classes);
    }

    String text() {
        return new TreeMap<>(bytes)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + ":"
                                + Base64.getUrlEncoder().withoutPadding().encodeToString(entry.getValue()))
                        .collect(Collectors.joining(";"));
    }

    /** Writes the classes below a directory, as a class path has them. */
    public void writeTo(Path directory) throws IOException {
        for (Map.Entry<String, byte[]> each : bytes.entrySet()) {
            Path file = directory.resolve(each.getKey().replace('.', '/') + ".class");
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, each.getValue());
        }
    }

    /** Loads one of these classes in preference to the lab's class of the same name. Does not initialize it. */
    Class<?> load(String name) {
        try {
            return Class.forName(name, false, new Loader(bytes));
        } catch (ClassNotFoundException | LinkageError e) {
            throw new OwnFileException(name + " cannot be loaded: " + e.getMessage());
        }
    }

    private static final class Loader extends ClassLoader {

        private final Map<String, byte[]> bytes;

        private Loader(Map<String, byte[]> bytes) {
            super(OwnClasses.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte @Nullable [] own = bytes.get(name);
            if (own == null) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, own, 0, own.length);
            }
        }
    }
}
