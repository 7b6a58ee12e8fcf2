package io.flashsale.coupon.template;

/** A template was committed; nobody can have claimed it yet. Published in this process only. */
public record TemplateCreated(long templateId) {}
