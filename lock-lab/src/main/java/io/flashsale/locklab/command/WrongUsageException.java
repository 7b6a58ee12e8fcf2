package io.flashsale.locklab.command;

/** The command line is wrong; the message is one line for whoever wrote it. */
final class WrongUsageException extends RuntimeException {

    WrongUsageException(String message) {
        super(message);
    }
}
