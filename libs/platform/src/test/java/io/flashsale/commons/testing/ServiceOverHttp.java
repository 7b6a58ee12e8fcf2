package io.flashsale.commons.testing;

import io.flashsale.commons.security.Tokens;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Import;

/** A service in this JVM that tests call over HTTP, with tokens signed here. */
@Import(TestTokens.class)
public abstract class ServiceOverHttp extends CallsOverHttp {

    /** An empty body is none. */
    @Override
    protected Answer call(String method, String path, String token, @Nullable String body, String... headers) {
        return super.call(method, path, token, "".equals(body) ? null : body, headers);
    }

    protected Answer get(String path) {
        return call("GET", path, "", null);
    }

    protected static String shopper(long user) {
        return TestTokens.token(user, Tokens.SHOPPER);
    }

    /** @param since when the account was opened */
    protected static String shopper(long user, Instant since) {
        return TestTokens.token(user, Tokens.SHOPPER, since);
    }

    protected static String admin() {
        return TestTokens.token(1, Tokens.ADMIN);
    }

    protected static String service() {
        return TestTokens.token(0, Tokens.SERVICE);
    }

    protected static String gateway() {
        return TestTokens.token(0, Tokens.GATEWAY);
    }
}
