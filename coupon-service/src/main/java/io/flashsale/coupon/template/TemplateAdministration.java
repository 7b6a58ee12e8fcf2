package io.flashsale.coupon.template;

import io.flashsale.admission.spring.CampaignChanged;
import io.flashsale.admission.spring.NewCampaigns;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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

    Outcome create(TemplateDraft draft) {
        Optional<String> fault = draft.fault();
        if (fault.isPresent()) {
            return new Outcome.Invalid(fault.get());
        }
        NewCampaigns.Prepared prepared =
                Objects.requireNonNull(transaction.execute(status -> newCampaigns.prepare(templates.insert(draft), 1)));
        newCampaigns.open(prepared);
        return done(prepared.campaignId());
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
