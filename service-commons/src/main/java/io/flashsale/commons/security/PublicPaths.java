package io.flashsale.commons.security;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** What a service offers without a token. Each service declares one such bean; without it nothing is public. */
@FunctionalInterface
public interface PublicPaths {

    void permit(AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests);
}
