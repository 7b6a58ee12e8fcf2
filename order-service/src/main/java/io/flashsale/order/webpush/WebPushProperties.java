package io.flashsale.order.webpush;

import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How messages are pushed to browsers.
 *
 * @param keyFile P-256 key pair in PEM, which names the shop to push services; without it nothing is pushed
 * @param createKeyFile whether to create the file at the first start; only for the demo
 * @param contact where push services reach the operator
 * @param services where pushes may go, such as {@code https://push.example} or, with all names below,
 *     {@code https://*.push.example}
 * @param answerTimeout after which a push service counts as away
 * @param firstPause after the first failed attempt; each further pause is twice as long
 */
@Validated
@ConfigurationProperties("flashsale.push")
record WebPushProperties(
        @Nullable Path keyFile,
        @DefaultValue("false") boolean createKeyFile,
        @Nullable @Pattern(regexp = "(mailto|https):.+") String contact,

        @DefaultValue({
            "https://fcm.googleapis.com",
            "https://*.push.services.mozilla.com",
            "https://*.notify.windows.com",
            "https://web.push.apple.com"
        })
        @NotEmpty
        List<@Pattern(regexp = "https?://(\\*\\.)?[a-z0-9.-]+(:\\d+)?") String> services,

        @DefaultValue("5s") @DurationMin(millis = 10) Duration answerTimeout,
        @DefaultValue("10s") @DurationMin(millis = 10) Duration firstPause) {}
