package io.flashsale.auditor.command;

/** The command cannot do what was asked; the message is one line with advice. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
