package io.flashsale.judge.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.loadtest.CannotMeasureException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlaceholdersTests {

    private final Placeholders values = new Placeholders(Map.of("sale", "7")).with("evil", "7; DROP TABLE orders");

    @Test
    void fillsTexts() {
        assertThat(values.fill("/sales/${sale}/$x", "buy.path")).isEqualTo("/sales/7/$x");
        assertThat(values.fill("${evil}", "buy.body")).isEqualTo("7; DROP TABLE orders");
    }

    @Test
    void namesThePlaceOfAnUnknownOne() {
        assertThatThrownBy(() -> values.fill("${sail}", "buy.path"))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessage("buy.path: there is no ${sail}, only evil, sale.");
    }

    @Test
    void letsNoAnswerOfTheShopAddAStatement() {
        assertThat(values.fillCommand("WHERE id = ${sale}", "truth.stock")).isEqualTo("WHERE id = 7");
        assertThatThrownBy(() -> values.fillCommand("WHERE id = ${evil}", "truth.stock"))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessageStartingWith("truth.stock: the value '7; DROP TABLE orders'");
    }
}
