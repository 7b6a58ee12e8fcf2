package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.flashsale.accounts.token.JwtIssuer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.json.JsonMapper;

/** Where crowds may be made; {@link SimulatedShoppersIT} tests what is made. */
class SimulatedShoppersTests {

    @ParameterizedTest
    @CsvSource({
        "spring.profiles.active=, false",
        "spring.profiles.active=demo, true",
        "spring.profiles.active=demo flashsale.accounts.simulated-shoppers=false, false",
        "flashsale.accounts.simulated-shoppers=true, true"
    })
    void shouldBeOfferedByTheDemoOnlyOrWhereTheSettingSaysSo(String settings, boolean offered) {
        new ApplicationContextRunner()
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withPropertyValues(settings.split(" "))
                .withBean(AccountMapper.class, () -> mock())
                .withBean(JwtIssuer.class, () -> mock())
                .withBean(JsonMapper.class, JsonMapper::new)
                .withUserConfiguration(SimulatedShoppersController.class, SimulatedShoppers.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeanNamesForType(SimulatedShoppersController.class))
                            .hasSize(offered ? 1 : 0);
                });
    }
}
