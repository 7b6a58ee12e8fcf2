package io.flashsale.locklab;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Expectation;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.text.Text;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CaseCatalogueTests {

    @ParameterizedTest
    @MethodSource("io.flashsale.locklab.CaseCatalogue#all")
    void eachCaseIsComplete(Case each) {
        assertThat(CaseCatalogue.all().stream().filter(other -> other.id().equals(each.id())))
                .hasSize(1);
        assertThat(each.id()).matches("[A-E]\\d+");
        assertThat(List.of(each.name(), each.shows())).allMatch(CaseCatalogueTests::isComplete);
        assertThat(Stream.concat(each.guarantees().stream(), each.doesNotGuarantee().stream()))
                .isNotEmpty()
                .allMatch(CaseCatalogueTests::isComplete);
        assertThat(Stream.concat(each.scenarios().stream(), each.asked().stream()))
                .allMatch(scenario -> isComplete(each.explanation(scenario)));
        assertThat(each.scenarios()).isNotEmpty().extracting(Scenario::id).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.locklab.CaseCatalogue#all")
    void eachClassIsPackedToBeRead(Case each) {
        assertThat(getClass()
                        .getResource("/course-files/learn/lock-lab/src/main/java/"
                                + each.source().getName().replace('.', '/') + ".java"))
                .isNotNull();
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.locklab.CaseCatalogue#all")
    void eachFailureIsNamedAndItsCureHolds(Case each) {
        for (Scenario scenario : each.scenarios()) {
            assertThat(scenario.failure() == null)
                    .as(scenario.id())
                    .isEqualTo(scenario.expected() == Expectation.HOLDS);
            Scenario.Cure cure = scenario.cure();
            if (cure != null) {
                Scenario cured = CaseCatalogue.find(cure.strategy())
                        .orElseThrow()
                        .scenario(cure.scenario())
                        .orElseThrow();
                assertThat(cured.expected()).as("%s", cure).isEqualTo(Expectation.HOLDS);
                assertThat(scriptOf(scenario).equals(scriptOf(cured)))
                        .as("%s/%s has the script of %s", each.id(), scenario.id(), cure)
                        .isEqualTo(cure.sameScript());
            }
        }
    }

    private static boolean isComplete(Text text) {
        return !text.en().isBlank() && !text.zh().isBlank();
    }

    private static String scriptOf(Scenario scenario) {
        try {
            Method replaced = scenario.script().getClass().getDeclaredMethod("writeReplace");
            replaced.setAccessible(true);
            SerializedLambda script = (SerializedLambda) replaced.invoke(scenario.script());
            return script.getImplClass() + "." + script.getImplMethodName();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
