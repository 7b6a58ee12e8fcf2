package io.flashsale.devstack.system;

import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What a directory keeps over restarts: the ports of its servers and the database password. */
final class StackState {

    private final ProcessDirectory home;
    private final Properties values = new Properties();

    private StackState(ProcessDirectory home) {
        this.home = home;
    }

    static StackState load(ProcessDirectory home) {
        StackState state = new StackState(home);
        Path file = state.file();
        if (Files.exists(file)) {
            try (var in = Files.newBufferedReader(file)) {
                state.values.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return state;
    }

    /**
     * The wanted port; 0 stands for any.
     *
     * <p>Any is the port of the last time, unless another process has it now. The server itself may be running
     * on it.
     */
    int port(String name, int wanted) {
        String key = name + ".port";
        int last = Integer.parseInt(values.getProperty(key, "0"));
        boolean keep = last != 0 && (Ports.isFree(last) || !home.names().isEmpty());
        int port = wanted != 0 ? wanted : keep ? last : Ports.free();
        values.setProperty(key, Integer.toString(port));
        return port;
    }

    String password(@Nullable String given) {
        String password = given != null ? given : values.getProperty("database.password", SecretFile.randomSecret());
        values.setProperty("database.password", password);
        return password;
    }

    void save() {
        try {
            StringWriter text = new StringWriter();
            values.store(text, "Ports and password of this stack. Delete the directory to start anew.");
            SecretFile.write(file(), text.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file() {
        return home.path().resolve("stack.properties");
    }
}
