package io.flashsale.auditor.command;

/** The command cannot do what it was asked; the message is one line and says what to do. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
