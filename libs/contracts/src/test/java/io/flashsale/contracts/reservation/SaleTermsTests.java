package io.flashsale.contracts.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaleTermsTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Shirt; ; Shirt",
                "Shirt || 衬衫; ; Shirt || 衬衫",
                "Shirt; Red; 'Shirt, Red'",
                "Shirt || 衬衫; Red || 红; 'Shirt, Red || 衬衫，红'",
                "Shirt || 衬衫; L; 'Shirt, L || 衬衫，L'",
                "Shirt; Red || 红; 'Shirt, Red || Shirt，红'"
            })
    void shouldNameTheVariantInEachLanguage(String sale, @Nullable String variant, String title) {
        assertThat(SaleTerms.title(sale, variant)).isEqualTo(title);
    }
}
