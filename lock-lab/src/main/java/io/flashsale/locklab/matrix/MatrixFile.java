package io.flashsale.locklab.matrix;

import io.flashsale.locklab.Catalogue;
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

/** The committed file with the matrix, row by row: what was run before stays until it is run again. */
final class MatrixFile {

    /** In the repository, where the gateway serves it from. */
    static final Path PLACE = Path.of("gateway/src/main/resources/static/assets/lab/matrix.json");

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
                Catalogue.all().stream()
                        .map(Case::id)
                        .map(rows::get)
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** The cases that have no row yet. */
    List<Case> missing() {
        return Catalogue.all().stream()
                .filter(each -> !rows.containsKey(each.id()))
                .toList();
    }

    /** A line for each scheme, so that it is seen which of them has changed. */
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
