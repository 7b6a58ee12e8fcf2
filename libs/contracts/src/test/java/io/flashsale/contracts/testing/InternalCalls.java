package io.flashsale.contracts.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.http.HttpClient;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Calls an internal interface as another service does. */
final class InternalCalls {

    private static final AtomicLong IDS = new AtomicLong(System.currentTimeMillis() * 1_000);

    private InternalCalls() {}

    /** An id that no other test uses. */
    static long newId() {
        return IDS.incrementAndGet();
    }

    static RestClient to(String url) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return RestClient.builder()
                .baseUrl(url)
                .requestFactory(new JdkClientHttpRequestFactory(http))
                .build();
    }

    static RestClient to(String url, String token) {
        return to(url).mutate()
                .defaultHeaders(headers -> headers.setBearerAuth(token))
                .build();
    }

    /** The answer to a body that the contract's types cannot express. */
    static <T> T post(String address, String token, Object body, Class<T> answer) {
        return to(address, token)
                .post()
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .retrieve()
                .requiredBody(answer);
    }

    static <T> T to(String url, String token, Class<T> contract) {
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(to(url, token)))
                .build()
                .createClient(contract);
    }

    /** Status, type and this property of the problem in the answer, such as {@code 409 coupon-in-use 7}. */
    static String refusal(String property, ThrowingCallable call) {
        RestClientResponseException refused =
                Objects.requireNonNull(catchThrowableOfType(RestClientResponseException.class, call));
        assertThat(Objects.requireNonNull(refused.getResponseHeaders()).getContentType())
                .isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
        ProblemDetail problem = Objects.requireNonNull(refused.getResponseBodyAs(ProblemDetail.class));
        Object more =
                problem.getProperties() == null ? null : problem.getProperties().get(property);
        String type = String.valueOf(problem.getType());
        assertThat(type).startsWith("/problems/");
        return refused.getStatusCode().value() + " " + type.replace("/problems/", "")
                + (more == null ? "" : " " + more);
    }

    static String refusal(ThrowingCallable call) {
        return refusal("", call);
    }
}
