package io.flashsale.locklab.matrix;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The committed file of the matrix. A row stays until its scheme runs again. */
final class MatrixFile {

    /** The path in the repository; the gateway serves the file from there. */
    static final Path PLACE = Path.of("libs/storefront/src/main/resources/static/assets/lab/matrix.json");

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path file;
    private final Map<String, Matrix.Row> rows = new LinkedHashMap<>();

    /** @param root of the repository */
    MatrixFile(Path root) {
        file = root.resolve(PLACE);
        if (Files.exists(file)) {
            JSON.readValue(file, Matrix.class).schemes().forEach(row -> rows.put(row.id(), row));
        }
    }

    Matrix read() {
        return new Matrix(
                Stream.of(Property.values()).map(Property::slug).toList(),
                CaseCatalogue.all().stream()
                        .map(Case::id)
                        .map(rows::get)
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** The cases without a row. */
    List<Case> missing() {
        return CaseCatalogue.all().stream()
                .filter(each -> !rows.containsKey(each.id()))
                .toList();
    }

    /** Writes one line per scheme, so that a diff shows which schemes changed. */
    void write(Matrix.Row row) {
        rows.put(row.id(), row);
        Matrix all = read();
        String properties = JSON.writeValueAsString(all.properties());
        String schemes = all.schemes().stream().map(JSON::writeValueAsString).collect(Collectors.joining(",\n"));
        try {
            Files.writeString(file, "{\"properties\":" + properties + ",\n\"schemes\":[\n" + schemes + "\n]}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
