package io.flashsale.commons;

/** The service cannot start without a setting that an operator must provide; the message names it in one sentence. */
public final class MissingSettingException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String action;

    public MissingSettingException(String description, String action) {
        super(description + " " + action);
        this.action = action;
    }

    String action() {
        return action;
    }
}
