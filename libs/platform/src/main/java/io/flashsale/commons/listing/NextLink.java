package io.flashsale.commons.listing;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriComponentsBuilder;

/** The header Link of a page, with the address of the next one (RFC 8288). */
public final class NextLink {

    private NextLink() {}

    /** @param parameters those that are null are left out */
    public static String to(String path, Map<String, @Nullable Object> parameters) {
        UriComponentsBuilder address = UriComponentsBuilder.fromPath(path);
        parameters.forEach((name, value) -> {
            if (value != null) {
                address.queryParam(name, '{' + name + '}');
            }
        });
        return '<' + address.encode().buildAndExpand(parameters).toUriString() + ">; rel=\"next\"";
    }
}
