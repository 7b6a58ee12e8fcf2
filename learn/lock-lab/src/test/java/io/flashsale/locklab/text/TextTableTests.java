package io.flashsale.locklab.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class TextTableTests {

    /** Readers of the course must see the same figures on every machine, with numbers aligned at the right. */
    @Test
    void shouldLookTheSameWhereOtherDigitsAreUsual() {
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            TextTable table = new TextTable("case", "sold/s", "commands");
            table.add("A12", 1234.56, 256);
            table.add("A13 等待", 9.0, 14);
            assertThat(table.text()).isEqualTo("""
                    case      sold/s  commands
                    A12       1234.6       256
                    A13 等待     9.0        14
                    """);
        } finally {
            Locale.setDefault(usual);
        }
    }
}
