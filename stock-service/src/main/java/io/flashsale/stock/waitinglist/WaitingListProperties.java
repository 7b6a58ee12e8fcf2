package io.flashsale.stock.waitinglist;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param offer how long a unit is kept for the shopper to whom it is offered */
@Validated
@ConfigurationProperties("flashsale.waiting-list")
record WaitingListProperties(
        @DefaultValue("2m") @DurationMin(seconds = 1) Duration offer) {}
