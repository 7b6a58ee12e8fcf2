package io.flashsale.accounts.testing;

import static org.springframework.security.config.Customizer.withDefaults;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.text.ParseException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.DelegatingFilterProxy;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/**
 * Spring Authorization Server on a port of its own: an OpenID provider that knows every name, with one password, and the
 * shop as a client. Its address says {@code localhost}, so that for a browser it is another site than 127.0.0.1.
 */
public final class OpenIdProvider implements AutoCloseable {

    public static final String CLIENT_ID = "shop";
    public static final String CLIENT_SECRET = "the-secret-of-the-shop";
    public static final String PASSWORD = "password of the provider";

    /** The claim of the ID token with the groups of the user. */
    public static final String GROUPS = "groups";

    /** The group of users whose name begins with {@code boss}. */
    public static final String ADMINISTRATORS = "shop-administrators";

    private final Tomcat tomcat = new Tomcat();
    private final String redirectUri;
    private volatile Consumer<JwtClaimsSet.Builder> changes = claims -> {};
    private volatile Function<SignedJWT, String> forger = SignedJWT::serialize;
    private volatile JWKSet keys = newKeys();

    private OpenIdProvider(String redirectUri) {
        this.redirectUri = redirectUri;
    }

    /** Starts the provider, with this address of the shop's callback. */
    public static OpenIdProvider start(String redirectUri) {
        OpenIdProvider provider = new OpenIdProvider(redirectUri);
        provider.run();
        return provider;
    }

    public String issuer() {
        return "http://localhost:" + tomcat.getConnector().getLocalPort();
    }

    /** Changes the claims of the ID tokens that follow, to show what the shop refuses. */
    public void changeIdTokens(Consumer<JwtClaimsSet.Builder> change) {
        changes = change;
    }

    /** Replaces the signed tokens that follow, to show what the shop refuses. */
    public void forgeTokens(Function<SignedJWT, String> replacement) {
        forger = replacement;
    }

    private Jwt forged(Jwt signed) {
        try {
            return Jwt.withTokenValue(forger.apply(SignedJWT.parse(signed.getTokenValue())))
                    .headers(all -> all.putAll(signed.getHeaders()))
                    .claims(all -> all.putAll(signed.getClaims()))
                    .build();
        } catch (ParseException fault) {
            throw new IllegalStateException(fault);
        }
    }

    /** Signs with another key from now on, and no longer publishes the one before. */
    public void replaceKeys() {
        keys = newKeys();
    }

    private static JWKSet newKeys() {
        try {
            return new JWKSet(new RSAKeyGenerator(2048)
                    .keyID(UUID.randomUUID().toString())
                    .generate());
        } catch (JOSEException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private void run() {
        try {
            tomcat.setBaseDir(Files.createTempDirectory("openid-provider").toString());
            tomcat.setPort(0);
            tomcat.getConnector(); // makes it
            var context = (StandardContext) tomcat.addContext("", null);
            context.setParentClassLoader(OpenIdProvider.class.getClassLoader());
            var beans = new AnnotationConfigWebApplicationContext();
            beans.setServletContext(context.getServletContext()); // the filter starts the beans before the servlet does
            beans.register(Server.class);
            beans.addBeanFactoryPostProcessor(factory -> factory.registerSingleton("provider", this));
            Tomcat.addServlet(context, "pages", new DispatcherServlet(beans)).setLoadOnStartup(1);
            context.addServletMappingDecoded("/", "pages");
            FilterDef security = new FilterDef();
            security.setFilterName("springSecurityFilterChain");
            security.setFilter(new DelegatingFilterProxy("springSecurityFilterChain", beans));
            context.addFilterDef(security);
            FilterMap everywhere = new FilterMap();
            everywhere.setFilterName("springSecurityFilterChain");
            everywhere.addURLPattern("/*");
            context.addFilterMap(everywhere);
            tomcat.start();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (LifecycleException fault) {
            throw new IllegalStateException(fault);
        }
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException fault) {
            throw new IllegalStateException(fault);
        }
    }

    /** What makes the provider of Spring Authorization Server. Without @Configuration, so that no service finds it. */
    @EnableWebMvc
    @EnableWebSecurity
    static class Server {

        @Bean
        @Order(1)
        SecurityFilterChain protocol(HttpSecurity http) {
            return http.oauth2AuthorizationServer(server -> {
                        http.securityMatcher(server.getEndpointsMatcher());
                        server.oidc(withDefaults());
                    })
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .exceptionHandling(handling ->
                            handling.authenticationEntryPoint(new LoginUrlAuthenticationEntryPoint("/login")))
                    .build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain pages(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .formLogin(withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService everyName() {
            return name -> User.withUsername(name)
                    .password("{noop}" + PASSWORD)
                    .authorities(List.of())
                    .build();
        }

        @Bean
        RegisteredClientRepository clients(OpenIdProvider provider) {
            return new InMemoryRegisteredClientRepository(RegisteredClient.withId(CLIENT_ID)
                    .clientId(CLIENT_ID)
                    .clientSecret("{noop}" + CLIENT_SECRET)
                    .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                    .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                    .redirectUri(provider.redirectUri)
                    .scope("openid")
                    .scope("profile")
                    .clientSettings(
                            ClientSettings.builder().requireProofKey(true).build())
                    .build());
        }

        @Bean
        AuthorizationServerSettings settings() {
            return AuthorizationServerSettings.builder().build(); // the issuer is the address that was called
        }

        @Bean
        JWKSource<SecurityContext> keys(OpenIdProvider provider) {
            return (selector, context) -> selector.select(provider.keys);
        }

        @Bean
        JwtEncoder signedTokens(JWKSource<SecurityContext> keys, OpenIdProvider provider) {
            JwtEncoder honest = new NimbusJwtEncoder(keys);
            return token -> provider.forged(honest.encode(token));
        }

        @Bean
        JwtDecoder tokens(JWKSource<SecurityContext> keys) {
            return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> idTokens(OpenIdProvider provider) {
            return context -> {
                if (context.getTokenType().getValue().equals(OidcParameterNames.ID_TOKEN)) {
                    Authentication user = Objects.requireNonNull(context.getPrincipal());
                    String name = user.getName();
                    context.getClaims().claim("preferred_username", name);
                    context.getClaims().claim(GROUPS, List.of(name.startsWith("boss") ? ADMINISTRATORS : "customers"));
                    provider.changes.accept(context.getClaims());
                }
            };
        }
    }
}
