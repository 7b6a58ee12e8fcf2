package io.flashsale.commons;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.SpreadsheetFile.Id;
import io.flashsale.commons.SpreadsheetFile.Separator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SpreadsheetFileTests {

    @Test
    void opensInASpreadsheetOfAnyCountry() throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (SpreadsheetFile file = new SpreadsheetFile(written, Separator.SEMICOLON, "orderId", "title")) {
            file.add(new Id(9_007_199_254_740_993L), "灯; \"é\"", -5L, null, Instant.parse("2026-11-30T09:00:00.5Z"));
        }
        assertThat(written.toString(StandardCharsets.UTF_8))
                .isEqualTo("\uFEFForderId;title\r\n"
                        + "\"=\"\"9007199254740993\"\"\";\"灯; \"\"é\"\"\";-5;;2026-11-30 09:00:00\r\n");
    }

    @Test
    void beginsNoFormulaWithATextOfSomebody() throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (SpreadsheetFile file = new SpreadsheetFile(written, Separator.COMMA, "title")) {
            for (String text : new String[] {"=1+1", "+1", "-1", "@SUM(A1)", "a=1"}) {
                file.add(text);
            }
        }
        assertThat(written.toString(StandardCharsets.UTF_8).lines().skip(1))
                .containsExactly("'=1+1", "'+1", "'-1", "'@SUM(A1)", "a=1");
    }
}
