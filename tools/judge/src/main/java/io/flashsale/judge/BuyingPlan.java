package io.flashsale.judge;

import com.samskivert.mustache.Template;
import io.flashsale.judge.adapter.Placeholders;
import io.flashsale.judge.adapter.ShopAdapter;
import io.flashsale.judge.adapter.ShopAdapter.ShopRequest;
import io.flashsale.loadtest.report.PageTemplate;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JMeter plan that sends the adapter's request; {@code shop.jmx.mustache} is its text. JMeter itself fills in the
 * user and the token of each shopper.
 *
 * @param together whether all threads are the same shopper, and click at the same moment
 * @param paused whether shoppers pause before a click, because parts are killed meanwhile
 */
record BuyingPlan(
        String title,
        String protocol,
        String host,
        String port,
        String method,
        String path,
        List<BuyHeader> headers,
        @Nullable String body,
        boolean together,
        boolean paused) {

    private static final Template TEMPLATE = PageTemplate.load(BuyingPlan.class, "shop.jmx.mustache");

    record BuyHeader(String name, String value) {}

    static BuyingPlan of(ShopAdapter adapter, Placeholders known, boolean together, boolean paused) {
        URI url = URI.create(adapter.url());
        ShopRequest buy = adapter.buy();
        Placeholders values = known.with("user", "${userId}").with("token", "${token}");
        String body = buy.body();
        return new BuyingPlan(
                adapter.name(),
                url.getScheme(),
                url.getHost(),
                String.valueOf(
                        url.getPort() >= 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80),
                buy.method(),
                url.getPath() + values.fill(buy.path(), "buy.path"),
                buy.headers().entrySet().stream()
                        .map(header -> new BuyHeader(
                                header.getKey(), values.fill(header.getValue(), "buy.headers." + header.getKey())))
                        .toList(),
                body == null ? null : values.fill(body, "buy.body"),
                together,
                paused);
    }

    String xml() {
        return TEMPLATE.execute(this);
    }
}
