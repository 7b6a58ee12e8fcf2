package io.flashsale.accounts.token;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import io.flashsale.commons.openapi.ApiCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Publishes the public keys for services that verify our tokens. */
@RestController
class JwksController {

    private final SigningKeys keys;
    private volatile KeySet last = new KeySet(List.of());

    JwksController(SigningKeys keys) {
        this.keys = keys;
    }

    /** Made once for these keys, because all services and strangers may ask for it. */
    private record KeySet(List<RSAKey> keys, ResponseEntity<Map<String, Object>> answer) {

        KeySet(List<RSAKey> keys) {
            this(
                    keys,
                    ResponseEntity.ok()
                            .cacheControl(CacheControl.maxAge(Duration.ofMinutes(5)))
                            .body(new JWKSet(List.copyOf(keys)).toJSONObject(true)));
        }
    }

    @ApiCall("The keys that tokens are signed with")
    @GetMapping("/.well-known/jwks.json")
    ResponseEntity<Map<String, Object>> keys() {
        List<RSAKey> published = keys.published();
        KeySet known = last;
        if (!known.keys().equals(published)) {
            known = new KeySet(published);
            last = known;
        }
        return known.answer();
    }
}
