package io.flashsale.admission.outbox;

class SavedGroupsDoubleTests extends SavedGroupsContract {

    private final SavedGroupsDouble saved = new SavedGroupsDouble();

    @Override
    protected SavedGroups saved() {
        return saved;
    }

    @Override
    protected void goAway() {
        saved.away = true;
    }
}
