package io.flashsale.judge.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.judge.adapter.AdapterFile;
import io.flashsale.judge.adapter.ShopAdapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalTargetsTests {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://localhost:80 | jdbc:mysql://127.0.0.1:3306/shop?a=b&c=d | redis://:secret@localhost:6379 | 0",
                "http://[::1]:80 | jdbc:mariadb://[::1]/shop | redis://localhost | 0",
                "http://shop.example.org | jdbc:mysql://localhost/shop | redis://localhost | 1",
                "http://localhost | jdbc:mysql://localhost,db.example.org/shop | redis://localhost | 1",
                "http://localhost | jdbc:mysql://address=(host=db.example.org)/shop | redis://localhost | 1",
                "http://localhost | jdbc:mysql:loadbalance://db/shop | redis://redis | 2",
                "http://localhost.example.org | jdbc:mysql://localhost@db/shop | redis://localhost@redis | 3",
            })
    void findsWhatIsElsewhere(String url, String database, String redis, int elsewhere) throws IOException {
        Path file = folder.resolve("shop.yaml");
        Files.writeString(file, """
                name: shop
                url: "%s"
                database: { url: "%s" }
                redis: "%s"
                tokens: { user: "${n}" }
                buy: { path: / }
                answers: [ { is: accepted, status: 200 } ]
                truth: { orders: SELECT 1, drained: { unchanged: 1 } }
                """.formatted(url, database, redis));
        ShopAdapter adapter = AdapterFile.read(file, Map.of());

        assertThat(LocalTargets.elsewhere(adapter)).hasSize(elsewhere).noneMatch(target -> target.contains("secret"));
    }
}
