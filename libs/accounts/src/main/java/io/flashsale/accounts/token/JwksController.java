package io.flashsale.accounts.token;

import com.nimbusds.jose.jwk.JWKSet;
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

    JwksController(SigningKeys keys) {
        this.keys = keys;
    }

    @ApiCall("The keys that tokens are signed with")
    @GetMapping("/.well-known/jwks.json")
    ResponseEntity<Map<String, Object>> keys() {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(Duration.ofMinutes(5)))
                .body(new JWKSet(List.copyOf(keys.published())).toJSONObject(true));
    }
}
