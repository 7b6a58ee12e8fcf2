package io.flashsale.commons.adminchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.commons.problem.ProblemResponses;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import tools.jackson.databind.json.JsonMapper;

/** While the database is down. */
class AdminChangeFilterTests {

    private final DataSource away = mock(DataSource.class);
    private final AdminChangeFilter filter =
            new AdminChangeFilter(new AdminChanges(JdbcClient.create(away)), new ProblemResponses(new JsonMapper()));
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final MockFilterChain change = new MockFilterChain();

    private static MockHttpServletRequest request(String method, String path) {
        MockHttpServletRequest request = new MockHttpServletRequest(method, path);
        request.setServletPath(path);
        return request;
    }

    @BeforeEach
    void asAdministrator() throws SQLException {
        when(away.getConnection()).thenThrow(new SQLException("away"));
        Instant now = Instant.now();
        Jwt token = Jwt.withTokenValue("t")
                .header("alg", "RS256")
                .subject("1")
                .issuedAt(now)
                .expiresAt(now.plusSeconds(60))
                .build();
        SecurityContextHolder.getContext().setAuthentication(new JwtAuthenticationToken(token));
    }

    @AfterEach
    void asNobody() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void shouldRefuseAChangeThatItCannotRecord() throws Exception {
        filter.doFilter(request("POST", "/api/admin/sales"), response, change);
        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getHeader("Retry-After")).isEqualTo("1");
        assertThat(change.getRequest()).as("nothing is changed").isNull();
    }

    /** Where an exception leaves the filters, the server answers 500 later. */
    @Test
    void shouldNotRecordThatAChangeWentWellWhichThrew() {
        AdminChanges changes = mock(AdminChanges.class);
        when(changes.begin(any())).thenReturn(7L);
        AdminChangeFilter recording = new AdminChangeFilter(changes, new ProblemResponses(new JsonMapper()));
        assertThatThrownBy(() -> recording.doFilter(request("POST", "/api/admin/sales"), response, (asked, answer) -> {
                    throw new IllegalStateException("nobody expected this");
                }))
                .hasMessage("nobody expected this");
        verify(changes).end(7, "", 500);
    }

    @Test
    void shouldLetPassWhatIsNoChangeOfAnAdministrator() throws Exception {
        filter.doFilter(request("GET", "/api/admin/sales"), response, change);
        assertThat(change.getRequest()).isNotNull();
        MockFilterChain purchase = new MockFilterChain();
        filter.doFilter(request("POST", "/api/sales/7/reservations"), new MockHttpServletResponse(), purchase);
        assertThat(purchase.getRequest()).isNotNull();
    }
}
