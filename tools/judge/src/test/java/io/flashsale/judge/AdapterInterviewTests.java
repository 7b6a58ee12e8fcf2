package io.flashsale.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.judge.adapter.AdapterFile;
import io.flashsale.judge.adapter.ShopAdapter;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdapterInterviewTests {

    private static final String OPEN_API = """
            openapi: 3.0.1
            servers: [ { url: "http://localhost:9999" } ]
            paths:
              /users: { post: { operationId: signUp } }
              /orders/{id}: { get: { operationId: order } }
              /seckill/{goodsId}/orders:
                post:
                  operationId: buy
                  parameters: [ { name: channel, in: query }, { name: goodsId, in: path }, { name: X-Session, in: header } ]
                  requestBody:
                    content:
                      application/json: { schema: { $ref: "#/components/schemas/Purchase" } }
            components:
              schemas: { Purchase: { properties: { userId: {}, goodsId: { type: integer }, count: { type: integer } } } }
              securitySchemes: { session: { type: apiKey, in: header, name: X-Token } }
            """;

    private static final String ANSWERS = "\n\n\n\n\n$.code = 0\n$.data\njdbc:mysql://127.0.0.1:1/none\n\n\n\n-\n\n\n";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private ShopAdapter write(String answers, String openApi) throws Exception {
        Path file = folder.resolve("shop.yaml");
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        new AdapterInterview(new BufferedReader(new StringReader(answers)), out).write(file, openApi);
        return AdapterFile.read(file, Map.of());
    }

    @Test
    void writesAnAdapterFromAnOpenApiDocument() throws Exception {
        Path document = folder.resolve("api.yaml");
        Files.writeString(document, OPEN_API);

        ShopAdapter adapter = write(ANSWERS, document.toString());

        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("1  POST /seckill/${sale}/orders?channel=${sale}", "2  GET /orders/${sale}")
                .contains("The tables cannot be read now: database:");
        assertThat(adapter.url()).isEqualTo("http://localhost:9999");
        assertThat(adapter.buy().path()).isEqualTo("/seckill/${sale}/orders?channel=${sale}");
        assertThat(adapter.buy().body()).isEqualTo("{\"userId\":\"${user}\",\"goodsId\":${sale},\"count\":1}");
        assertThat(adapter.buy().headers())
                .containsEntry("X-Session", "${token}")
                .containsEntry("Content-Type", "application/json");
        assertThat(adapter.answers().getLast().where()).containsEntry("$.code", "0");
        assertThat(adapter.truth().stock()).isNull();
        assertThat(folder.resolve("shop.yaml"))
                .content()
                .contains("#      DELETE FROM orders WHERE sale_id = ${sale};");
    }

    @Test
    void findsTheTokensHeaderAmongTheSecuritySchemes() throws Exception {
        Path document = folder.resolve("api.yaml");
        Files.writeString(document, OPEN_API.replace(", { name: X-Session, in: header }", ""));

        assertThat(write(ANSWERS, document.toString()).buy().headers())
                .containsEntry("X-Token", "${token}")
                .doesNotContainKey("X-Session");
    }

    @Test
    void guessesTheTablesFromTheirColumns() {
        ShopTables tables = new ShopTables(Map.of(
                "t_user", List.of("id", "phone"),
                "seckill_order", List.of("id", "user_id", "goods_id", "status"),
                "seckill_goods", List.of("id", "goods_id", "stock_count")));

        assertThat(tables.orders("-"))
                .contains("SELECT id AS order_id, user_id AS user_id, status AS status FROM seckill_order"
                        + " WHERE goods_id = ${sale}");
        assertThat(new ShopTables(Map.of("t_order", List.of("id", "order_no", "member_id", "goods_id")))
                        .orders("$.data.orderNo"))
                .contains("SELECT order_no AS order_id, member_id AS user_id FROM t_order WHERE goods_id = ${sale}");
        assertThat(tables.stock()).contains("SELECT stock_count FROM seckill_goods WHERE goods_id = ${sale}");
    }
}
