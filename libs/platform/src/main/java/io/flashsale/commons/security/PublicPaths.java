package io.flashsale.commons.security;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** Lists what a service offers without a token. Each service declares one such bean; by default nothing is public. */
@FunctionalInterface
public interface PublicPaths {

    void permit(AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests);
}
