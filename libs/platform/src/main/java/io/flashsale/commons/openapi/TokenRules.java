package io.flashsale.commons.openapi;

import io.flashsale.commons.security.Tokens;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import java.util.List;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.access.WebInvocationPrivilegeEvaluator;

/** Documents whose token each call needs. It asks the security rules themselves, so that the two always agree. */
record TokenRules(WebInvocationPrivilegeEvaluator rules) implements OpenApiCustomizer {

    static final String SCHEME = "token";

    private static final Authentication NOBODY =
            new AnonymousAuthenticationToken("openapi", "nobody", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));
    private static final Authentication SHOPPER = UsernamePasswordAuthenticationToken.authenticated(
            "shopper", null, AuthorityUtils.createAuthorityList("ROLE_" + Tokens.SHOPPER));

    @Override
    public void customise(OpenAPI api) {
        api.getPaths()
                .forEach((path, item) ->
                        item.readOperationsMap().forEach((method, operation) -> describe(path, method, operation)));
    }

    private void describe(String path, PathItem.HttpMethod method, Operation operation) {
        if (may(path, method, NOBODY)) {
            operation.setDescription("Public.");
            operation.setSecurity(List.of());
            return;
        }
        operation.setDescription(
                may(path, method, SHOPPER) ? "For users who are logged in." : "For administrators (role ADMIN).");
        operation.setSecurity(List.of(new SecurityRequirement().addList(SCHEME)));
    }

    private boolean may(String path, PathItem.HttpMethod method, Authentication who) {
        return rules.isAllowed("", path.replaceAll("\\{[^}]*}", "1"), method.name(), who);
    }
}
