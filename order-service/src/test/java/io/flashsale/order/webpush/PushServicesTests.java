package io.flashsale.order.webpush;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Pushes go to the push services of browser vendors and nowhere else. */
class PushServicesTests {

    private final PushServices services = new PushServices(new Binder(new MapConfigurationPropertySource(Map.of()))
            .bindOrCreate("flashsale.push", WebPushProperties.class));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://fcm.googleapis.com/fcm/send/abc:def",
                "https://updates.push.services.mozilla.com/wpush/v2/abc",
                "https://db5p.notify.windows.com/w/?token=abc",
                "https://web.push.apple.com/abc",
                "HTTPS://FCM.googleapis.com/x",
            })
    void shouldAllowThoseOfTheVendors(String endpoint) {
        assertThat(services.allow(URI.create(endpoint))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://fcm.googleapis.com/x",
                "https://fcm.googleapis.com:8443/x",
                "https://fcm.googleapis.com@127.0.0.1/x",
                "https://user:secret@fcm.googleapis.com/x",
                "https://fcm.googleapis.com.evil.example/x",
                "https://evilfcm.googleapis.com/x",
                "https://push.services.mozilla.com.evil.example/x",
                "https://push.services.mozilla.com/x",
                "https://evilpush.services.mozilla.com/x",
                "https://127.0.0.1/x",
                "https://169.254.169.254/latest/meta-data",
                "https://[::1]/x",
                "https://localhost/x",
                "file:///etc/passwd",
                "//fcm.googleapis.com/x",
                "/x",
                "x",
            })
    void shouldAllowNoOther(String endpoint) {
        assertThat(services.allow(URI.create(endpoint))).isFalse();
    }
}
