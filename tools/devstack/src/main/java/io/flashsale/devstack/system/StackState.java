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

/** What a directory keeps over restarts: the ports of its servers and the database password. */
record StackState(ProcessDirectory home, Properties values) {

    static StackState load(ProcessDirectory home) {
        StackState state = new StackState(home, new Properties());
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

    /** The port of the last time, unless another process has it now; then, and at first, a free one. */
    int port(String name) {
        String key = name + ".port";
        int last = Integer.parseInt(values.getProperty(key, "0"));
        // The server itself may be running on it.
        boolean keep = last != 0 && (Ports.isFree(last) || !home.names().isEmpty());
        int port = keep ? last : Ports.free();
        values.setProperty(key, Integer.toString(port));
        return port;
    }

    String password() {
        String password = values.getProperty("database.password", SecretFile.randomSecret());
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
