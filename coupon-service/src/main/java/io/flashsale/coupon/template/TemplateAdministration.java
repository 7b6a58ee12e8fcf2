package io.flashsale.coupon.template;

import io.flashsale.admission.spring.CampaignChanged;
import io.flashsale.admission.spring.NewCampaigns;
import io.flashsale.commons.adminchange.MadeOnce;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Creates and changes templates in MySQL, and after the commit in Redis, where the warm-up repairs failures. */
@Service
class TemplateAdministration {

    private final TemplateRepository templates;
    private final TemplateCatalogue catalogue;
    private final NewCampaigns newCampaigns;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    TemplateAdministration(
            TemplateRepository templates,
            TemplateCatalogue catalogue,
            NewCampaigns newCampaigns,
            ApplicationEventPublisher events,
            TransactionTemplate transaction) {
        this.templates = templates;
        this.catalogue = catalogue;
        this.newCampaigns = newCampaigns;
        this.events = events;
        this.transaction = transaction;
    }

    sealed interface Outcome {
        record Done(CouponTemplate template) implements Outcome {}

        record NoSuchTemplate() implements Outcome {}

        record Invalid(String why) implements Outcome {}

        /** Another administrator changed it at the same time; this call changed nothing. */
        record Overtaken() implements Outcome {}
    }

    /** @param toOpen null if an earlier request has made the template */
    private record Made(long templateId, NewCampaigns.@Nullable Prepared toOpen) {}

    Outcome create(TemplateDraft draft, MadeOnce.Request request) {
        Optional<String> fault = draft.fault();
        if (fault.isPresent()) {
            return new Outcome.Invalid(fault.get());
        }
        Made made = Objects.requireNonNull(transaction.execute(status -> {
            OptionalLong before = request.madeBefore();
            if (before.isPresent()) {
                return new Made(before.getAsLong(), null);
            }
            long id = templates.insert(draft);
            request.made(id);
            return new Made(id, newCampaigns.prepare(id, 1));
        }));
        if (made.toOpen() != null) {
            newCampaigns.open(made.toOpen());
        }
        return done(made.templateId());
    }

    Outcome change(long id, Function<CouponTemplate, TemplateDraft> change) {
        Optional<CouponTemplate> old = templates.find(id);
        if (old.isEmpty()) {
            return new Outcome.NoSuchTemplate();
        }
        TemplateDraft draft = change.apply(old.get());
        Optional<String> fault = draft.fault();
        if (fault.isPresent()) {
            return new Outcome.Invalid(fault.get());
        }
        if (templates.change(old.get(), draft.title(), draft.opensAt(), draft.closesAt()) == 0) {
            return new Outcome.Overtaken();
        }
        events.publishEvent(new CampaignChanged(id));
        return done(id);
    }

    private Outcome done(long id) {
        catalogue.refresh(id);
        return new Outcome.Done(templates.find(id).orElseThrow());
    }
}
