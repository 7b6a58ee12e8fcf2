package io.flashsale.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.judge.adapter.AdapterFile;
import io.flashsale.judge.adapter.AnswerRules;
import io.flashsale.judge.adapter.AnswerValue.AsText;
import io.flashsale.judge.adapter.AnswerValue.Matching;
import io.flashsale.judge.adapter.HttpAnswer;
import io.flashsale.judge.adapter.ShopAdapter;
import io.flashsale.judge.adapter.ShopAdapter.ShopperTokens;
import io.flashsale.loadtest.results.SampleOutcome;
import io.flashsale.loadtest.results.SampleOutcome.Accepted;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdapterInterviewTests {

    private static final String OPEN_API = """
            openapi: 3.0.1
            servers: [ { url: "http://localhost:9999" } ]
            paths:
              /users: { post: { operationId: signUp } }
              /users/login: { post: { operationId: logIn } }
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

    /** From the shop's name to the order id, with its login; then from the database to the sale. */
    private static final String ANSWERS = """





            {"mobile":"1380000${n6}","code":"1"}



            $.code = 0
            data
            jdbc:mysql://127.0.0.1:1/none







            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private ShopAdapter write(String answers, @Nullable String openApi) throws Exception {
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
                .contains("The tables cannot be read now: database at 127.0.0.1:1: ");
        assertThat(adapter.url()).isEqualTo("http://localhost:9999");
        assertThat(adapter.buy().path()).isEqualTo("/seckill/${sale}/orders?channel=${sale}");
        assertThat(adapter.buy().body()).isEqualTo("{\"userId\":\"${user}\",\"goodsId\":${sale},\"count\":1}");
        assertThat(adapter.buy().headers())
                .containsEntry("X-Session", "${token}")
                .containsEntry("Content-Type", "application/json");
        assertThat(adapter.answers().getLast().where()).containsEntry("$.code", "0");
        HttpAnswer answer = new HttpAnswer(200, Map.of(), "{\"code\":0,\"data\":7}");
        SampleOutcome outcome = new AnswerRules(adapter.answers(), false).of(answer);
        assertThat(outcome).isEqualTo(new Accepted("7"));
        ShopperTokens tokens = adapter.tokens();
        assertThat(Objects.requireNonNull(tokens.call()).path()).isEqualTo("/users/login");
        assertThat(tokens.user()).isEqualTo(new AsText("1380000${n6}"));
        assertThat(adapter.prepare().getFirst().sql()).isEqualTo("""
                DELETE FROM orders WHERE sale_id = ${sale};
                UPDATE sale SET stock = ${stock} WHERE id = ${sale};
                """);
        assertThat(adapter.restock().getFirst().sql())
                .isEqualTo("UPDATE sale SET stock = stock + ${add} WHERE id = ${sale}");
    }

    @Test
    void asksAgainForWhatHasNoForm() throws Exception {
        ShopAdapter adapter = write(
                "\nlocalhost\nhttp://localhost:81\nbuy\nGET /buy\nX-Token\n-\n\n200\n-\n\nmysql\n"
                        + "jdbc:mysql://127.0.0.1:1/none\n\n\n\n-\n-\n\n\n",
                null);

        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("not of the form http://HOST:PORT", "not of the form NAME: VALUE", "such as $.code = 200.");
        assertThat(adapter.url()).isEqualTo("http://localhost:81");
        assertThat(adapter.tokens().call()).isNull();
        assertThat(adapter.truth().stock()).isNull();
        assertThat(adapter.prepare()).isEmpty();
    }

    @Test
    void saysBeforeTheFirstQuestionThatItCannotWriteThere() {
        Path nowhere = folder.resolve("none/shop.yaml");
        BufferedReader answers = new BufferedReader(new StringReader(ANSWERS));

        assertThatThrownBy(() -> new AdapterInterview(answers, new PrintStream(said)).write(nowhere, null))
                .hasMessageContaining("is no folder where a file can be written");
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void takesATokenFromACookie() throws Exception {
        ShopAdapter adapter = write(
                "\n\n\nCookie: SID=${token}\n\nid=${n}\n\n$.id\n\n\n\njdbc:mysql://127.0.0.1:1/none\n\n\n\n\n\n\n\n",
                null);

        assertThat(adapter.buy().headers()).containsEntry("Cookie", "SID=${token}");
        assertThat(adapter.tokens().token()).isInstanceOf(Matching.class);
        assertThat(Objects.requireNonNull(adapter.tokens().call()).headers())
                .containsEntry("Content-Type", "application/x-www-form-urlencoded");
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

        assertThat(tables.orders("-", ""))
                .contains("SELECT id AS order_id, user_id, status FROM seckill_order WHERE goods_id = ${sale}");
        assertThat(new ShopTables(Map.of("t_order", List.of("id", "order_no", "member_id", "goods_id")))
                        .orders("$.data.orderNo", "phone"))
                .contains("SELECT order_no AS order_id, member_id AS user_id FROM t_order WHERE goods_id = ${sale}");
        assertThat(tables.stock()).contains("SELECT stock_count FROM seckill_goods WHERE goods_id = ${sale}");
    }

    @Test
    void joinsTheTableThatHasTheNameOfALogin() {
        String orders = new ShopTables(Map.of(
                        "t_user", List.of("id", "mobile_phone"),
                        "t_order", List.of("id", "user_id", "goods_id", "status")))
                .orders("-", "mobilePhone")
                .orElseThrow();

        assertThat(orders)
                .isEqualTo("SELECT o.id AS order_id, u.mobile_phone AS user_id, o.status FROM t_order o"
                        + " LEFT JOIN t_user u ON u.id = o.user_id WHERE o.goods_id = ${sale}");
        assertThat(FirstAdapter.preparing(orders, "-")).isEqualTo("DELETE FROM t_order WHERE goods_id = ${sale}");
    }
}
