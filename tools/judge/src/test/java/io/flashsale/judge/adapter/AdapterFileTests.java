package io.flashsale.judge.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AdapterFileTests {

    private static final String VALID = """
            name: shop
            url: http://localhost:8080/shop/
            sale: 7
            database: { url: "jdbc:mysql://localhost/shop", password: 123 }
            tokens: { user: "${n}" }
            buy: { path: "/buy/${sale}" }
            answers:
              - is: accepted
                status: 200
                order: $.id
            truth:
              orders: SELECT 1
              drained: { unchanged: 2 }
            """;

    @TempDir
    private Path folder;

    private ShopAdapter read(String text) throws IOException {
        Path file = folder.resolve("shop.yaml");
        Files.writeString(file, text);
        return AdapterFile.read(file, Map.of("NAME", "judged"));
    }

    static Stream<Path> adaptersOfTheRepository() throws IOException {
        return Files.list(Path.of("../../jmeter/adapters"))
                .filter(file -> file.toString().endsWith(".yaml"));
    }

    @ParameterizedTest
    @MethodSource
    void adaptersOfTheRepository(Path file) {
        ShopAdapter adapter = AdapterFile.read(file, Map.of());

        assertThat(adapter.answers()).isNotEmpty();
        assertThat(file).content().startsWith("# yaml-language-server: $schema=adapter.schema.json\n");
    }

    @Test
    void readsWhatIsGivenAndTheDefaults() throws IOException {
        ShopAdapter adapter = read(VALID);

        assertThat(adapter.url()).isEqualTo("http://localhost:8080/shop");
        assertThat(adapter.sale()).isEqualTo("7");
        assertThat(adapter.limit()).isEqualTo(1);
        assertThat(adapter.database().password()).isEqualTo("123");
        assertThat(adapter.buy().method()).isEqualTo("POST");
        assertThat(adapter.answers().getFirst().status()).containsExactly(200);
        assertThat(adapter.prepare()).isEmpty();
        assertThat(adapter.folder()).isEqualTo(folder.toAbsolutePath());
    }

    @Test
    void takesTheEnvironmentOrTheDefault() throws IOException {
        String text = VALID.replace("name: shop", "name: ${env.NAME} ${env.OTHER:by default}");

        assertThat(read(text).name()).isEqualTo("judged by default");
        assertThatThrownBy(() -> read(VALID.replace("password: 123", "password: '${env.OTHER}'")))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessageContaining(":4: database.password: the environment has no OTHER");
    }

    /** Each fault is one line with the line of the file and the field. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: shop | nam: shop | :1: | nam",
                "unchanged: 2 | unchanged: 2, tiemout: 3 | :13: truth.drained.tiemout: | is not defined",
                "sale: 7 | sael: 7 | :3: sael: | is not defined",
                "sale: 7 | sale: [7] | :3: sale: | array found",
                "is: accepted | is: acepted | :8: answers.0.is: | accepted",
                "status: 200 | status: 2000 | :9: answers.0.status: | 599",
                "order: $.id | order: $.[ | :10: answers.0.order: | is no JSON path",
                "order: $.id | order: { regex: id } | :10: answers.0.order: | needs one group",
                "order: $.id | matches: ( | answers.0 | is no regular expression",
                "unchanged: 2 | unchanged: soon | :13: truth.drained.unchanged: | integer",
                "order: $.id | order: { regex: (.), header: Location } | answers.0 | must be in the body",
                "unchanged: 2 | unchanged: 60 | :13: truth.drained: | raise timeout",
                "sale: 7 | redis: localhost:6379 | :3: redis: | is no URL of Redis",
                "jdbc:mysql: | jdbc:postgresql: | :4: database.url: | only MySQL and MariaDB",
                "http://localhost | localhost | :2: url: | is no URL of HTTP",
                "user: \"${n}\" | token: x | :5: tokens: | needs either a file, or user",
                "orders: SELECT 1 | order: SELECT 1 | truth | order",
                "sale: 7 | redis: [ | : | it is no YAML",
                "sale: 7 | prepare: [ { save: { a: $.b } } ] | :3: prepare.0: | one of http, sql and redis",
                "sale: 7 | prepare: [ { redis: FLUSHDB } ] | :3: prepare.0: | does not say where Redis is",
            })
    void saysInOneLineWhatIsWrongAndWhere(String line, String wrong, String where, String what) {
        assertThat(VALID).contains(line);
        assertThatThrownBy(() -> read(VALID.replace(line, wrong)))
                .isInstanceOf(CannotMeasureException.class)
                .message()
                .hasLineCount(1)
                .contains("shop.yaml:", where, what);
    }

    @Test
    void saysThatThereIsNoFile() {
        assertThatThrownBy(() -> AdapterFile.read(folder.resolve("none.yaml"), Map.of()))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessageStartingWith("There is no adapter");
    }
}
