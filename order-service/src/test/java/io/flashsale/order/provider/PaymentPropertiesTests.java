package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commons.MissingSettingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaymentPropertiesTests {

    @Test
    void shouldNotChooseAProviderThatTakesNoMoneyUnlessSomebodySaysSo() {
        for (String provider : new String[] {null, "", "Mock", "none"}) {
            assertThatThrownBy(() -> new PaymentProperties(provider, "a secret of the tests", Duration.ofSeconds(10))
                            .requireMock())
                    .isInstanceOf(MissingSettingException.class);
        }
        assertThatCode(() ->
                        new PaymentProperties("mock", "a secret of the tests", Duration.ofSeconds(10)).requireMock())
                .doesNotThrowAnyException();
    }
}
