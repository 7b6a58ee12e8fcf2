package io.flashsale.benchmark.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The measurements of a run for the model, as a file. The environment is the machine and the conditions, in words. */
public record MeasuredRun(Map<String, String> environment, int processors, Map<Figure, Effort> efforts) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** @throws IOException if it cannot be read or is no such file */
    public static MeasuredRun read(InputStream file) throws IOException {
        try {
            return JSON.readValue(file, MeasuredRun.class);
        } catch (JacksonException notOne) {
            throw new IOException("this is no run of the bench: " + notOne.getOriginalMessage(), notOne);
        }
    }

    public void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, JSON.writeValueAsString(this) + "\n");
    }

    /** Returns the effort; empty if the run has not measured it. */
    public Optional<Effort> effort(Figure figure) {
        return Optional.ofNullable(efforts.get(figure));
    }
}
