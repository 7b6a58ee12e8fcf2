package io.flashsale.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.storefront.StorefrontProperties.Part;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the page is told about absent parts; CouponPagesIT covers the effect in a browser. */
class PartsTests {

    private final JsonMapper json = new JsonMapper();

    @Test
    void areAllThereUnlessSomebodySaysOtherwise() {
        JsonNode parts = partsOf(new StorefrontProperties(List.of(), Set.of(), false));
        assertThat(parts.path("absent")).isEmpty();
        assertThat(parts.path("small").asBoolean(true)).isFalse();
    }

    @Test
    void areNamedWhereTheyAreAbsent() {
        JsonNode parts = partsOf(new StorefrontProperties(List.of(), Set.of(Part.LOCK_LAB, Part.COUPONS), true));
        assertThat(parts.path("absent").valueStream().map(JsonNode::asString)).containsExactly("COUPONS", "LOCK_LAB");
        assertThat(parts.path("small").asBoolean(false)).isTrue();
    }

    private JsonNode partsOf(StorefrontProperties properties) {
        String page = new String(
                new StorefrontPage(new StorefrontLibraries(), properties, json).html(), StandardCharsets.UTF_8);
        String content = page.replaceAll("(?s).*<meta name=\"parts\" content=\"([^\"]*)\">.*", "$1");
        return json.readTree(HtmlUtils.htmlUnescape(content));
    }
}
