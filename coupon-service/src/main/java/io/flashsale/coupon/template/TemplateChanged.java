package io.flashsale.coupon.template;

/** A template's title or claim window was changed, and that is committed. Published in this process only. */
public record TemplateChanged(long templateId) {}
