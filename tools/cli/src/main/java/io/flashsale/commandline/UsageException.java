package io.flashsale.commandline;

/** The command cannot do what was asked; the message says why in one line. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
