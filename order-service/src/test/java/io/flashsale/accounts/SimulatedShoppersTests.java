package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.flashsale.accounts.token.JwtIssuer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

/** Where crowds may be made; {@link SimulatedShoppersIT} tests what is made. */
class SimulatedShoppersTests {

    @ParameterizedTest
    @CsvSource({"'', ,false", "demo, ,true", "demo,false,false", "'',true,true"})
    void shouldBeOfferedByTheDemoOnlyOrWhereTheSettingSaysSo(
            String profile, @Nullable String setting, boolean offered) {
        new ApplicationContextRunner()
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withPropertyValues("spring.profiles.active=" + profile)
                .withPropertyValues(
                        setting == null
                                ? new String[0]
                                : new String[] {"flashsale.accounts.simulated-shoppers=" + setting})
                .withUserConfiguration(Slice.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeanNamesForType(SimulatedShoppersController.class))
                            .hasSize(offered ? 1 : 0);
                });
    }

    @Configuration(proxyBeanMethods = false)
    @Import({SimulatedShoppersController.class, SimulatedShoppers.class})
    static class Slice {

        @Bean
        AccountMapper accountMapper() {
            return mock();
        }

        @Bean
        JwtIssuer jwtIssuer() {
            return mock();
        }

        @Bean
        JsonMapper jsonMapper() {
            return new JsonMapper();
        }
    }
}
