package io.flashsale.order.token;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import io.flashsale.commons.openapi.ApiCall;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Publishes the public half of the key, for whoever checks our tokens. */
@RestController
class JwksController {

    private final Map<String, Object> keys;

    JwksController(RSAKey signingKey) {
        this.keys = new JWKSet(signingKey).toJSONObject(true);
    }

    @ApiCall("The keys that tokens are signed with")
    @GetMapping("/.well-known/jwks.json")
    ResponseEntity<Map<String, Object>> keys() {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(5)))
                .body(keys);
    }
}
