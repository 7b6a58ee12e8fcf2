package io.flashsale.sample;

import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.openapi.ApiDescription;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.PublicPaths;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.jwt.JwksJwtDecoder;
import io.flashsale.commons.testing.Keys;
import io.flashsale.commons.testing.TestKeys;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A service with nothing but its edge. */
@SpringBootApplication
class SampleService {

    static final Keys KEYS = new Keys(TestKeys.first("current"));

    @Bean
    JwtDecoder jwtDecoder() {
        return JwksJwtDecoder.from(new ImmutableJWKSet<>(KEYS.published()), "sample-service");
    }

    @Bean
    PublicPaths publicPaths() {
        return requests -> {
            requests.requestMatchers(HttpMethod.GET, "/api/public/**").permitAll();
            // A rule on more than method and path, with which the description of the API must cope.
            requests.dispatcherTypeMatchers(DispatcherType.ASYNC).permitAll();
        };
    }

    @Bean
    ApiDescription apiDescription() {
        return new ApiDescription("Sample", "Nothing but an edge.");
    }

    record Order(long units, @Nullable String note) {}

    @RestController
    static class Endpoints {

        @GetMapping("/api/public/{number}")
        long open(@PathVariable long number) {
            return number;
        }

        @GetMapping("/api/me")
        Map<String, String> me(Shopper shopper) {
            return Map.of("id", Long.toString(shopper.id()), "correlationId", MDC.get("correlationId"));
        }

        @ApiCall(value = "A thing", status = 202, refusals = ProblemType.SOLD_OUT)
        @GetMapping({"/api/admin/thing", "/internal/thing"})
        String thing() {
            return "thing";
        }

        @PostMapping("/api/orders")
        long order(@RequestBody Order order) {
            return order.units();
        }

        @GetMapping("/api/public/known-problem")
        String knownProblem() {
            throw new ProblemException(ProblemType.SALE_NOT_FOUND, "Look at the list of sales.");
        }

        @GetMapping("/api/public/fault")
        String fault() {
            throw new IllegalStateException("secret internals");
        }

        @GetMapping("/api/public/database-fault/{state}/{error}")
        String databaseFault(@PathVariable String state, @PathVariable int error) {
            throw new UncategorizedSQLException("a task", "SELECT 1", new SQLException("secret", state, error));
        }

        @GetMapping("/api/public/half")
        void half(HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            response.getOutputStream().write("the first half".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            response.flushBuffer();
            throw new IllegalStateException("in the middle");
        }
    }
}
