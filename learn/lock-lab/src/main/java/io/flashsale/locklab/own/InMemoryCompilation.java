package io.flashsale.locklab.own;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Keeps compiled classes in memory. Reads others from our class loader, which also finds those in nested jars. */
final class InMemoryCompilation extends ForwardingJavaFileManager<StandardJavaFileManager> {

    private static final String CLASS = ".class";

    private final PathMatchingResourcePatternResolver resources =
            new PathMatchingResourcePatternResolver(InMemoryCompilation.class.getClassLoader());
    private final Map<String, List<JavaFileObject>> known = new HashMap<>();
    private final Map<String, ByteArrayOutputStream> made = new HashMap<>();

    InMemoryCompilation(StandardJavaFileManager standard) {
        super(standard);
    }

    OwnClasses classes() {
        Map<String, byte[]> all = new HashMap<>();
        made.forEach((name, bytes) -> all.put(name, bytes.toByteArray()));
        return new OwnClasses(all);
    }

    @Override
    public Iterable<JavaFileObject> list(
            JavaFileManager.Location location, String packageName, Set<Kind> kinds, boolean recurse)
            throws IOException {
        if (location != StandardLocation.CLASS_PATH) {
            return super.list(location, packageName, kinds, recurse);
        }
        if (packageName.isEmpty() || !kinds.contains(Kind.CLASS)) {
            return List.of();
        }
        List<JavaFileObject> found = known.get(packageName);
        if (found == null) {
            found = new ArrayList<>();
            for (Resource each : resources.getResources("classpath*:" + packageName.replace('.', '/') + "/*" + CLASS)) {
                String file = String.valueOf(each.getFilename());
                found.add(new Known(packageName + "." + file.substring(0, file.length() - CLASS.length()), each));
            }
            known.put(packageName, found);
        }
        return found;
    }

    @Override
    public @Nullable String inferBinaryName(JavaFileManager.Location location, JavaFileObject file) {
        return file instanceof Known ours ? ours.name : super.inferBinaryName(location, file);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            JavaFileManager.Location location, String className, Kind kind, @Nullable FileObject sibling) {
        return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/') + kind.extension), kind) {
            @Override
            public OutputStream openOutputStream() {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                made.put(className, bytes);
                return bytes;
            }
        };
    }

    @Override
    public boolean isSameFile(FileObject one, FileObject other) {
        return one.equals(other)
                || (!(one instanceof Known) && !(other instanceof Known) && super.isSameFile(one, other));
    }

    private static final class Known extends SimpleJavaFileObject {

        private final String name;
        private final Resource resource;

        private Known(String name, Resource resource) {
            super(URI.create("lab:///" + name.replace('.', '/') + CLASS), Kind.CLASS);
            this.name = name;
            this.resource = resource;
        }

        @Override
        public InputStream openInputStream() throws IOException {
            return resource.getInputStream();
        }
    }
}
