package io.flashsale.order.webpush;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * Decides where pushes may go. An address comes from a browser, and without this check a caller could make the shop call
 * any server (SSRF). Nothing follows redirects.
 */
@Component
class PushServices {

    private static final String BELOW = "*.";

    private final List<String> allowed;

    PushServices(WebPushProperties properties) {
        this.allowed = properties.services();
    }

    boolean allow(URI endpoint) {
        if (endpoint.getScheme() == null || endpoint.getHost() == null || endpoint.getRawUserInfo() != null) {
            return false;
        }
        String host =
                endpoint.getHost().toLowerCase(Locale.ROOT) + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
        String scheme = endpoint.getScheme().toLowerCase(Locale.ROOT) + "://";
        return allowed.stream()
                .filter(service -> service.startsWith(scheme))
                .map(service -> service.substring(scheme.length()))
                .anyMatch(service -> service.startsWith(BELOW)
                        ? host.endsWith(service.substring(BELOW.length() - 1))
                        : host.equals(service));
    }
}
