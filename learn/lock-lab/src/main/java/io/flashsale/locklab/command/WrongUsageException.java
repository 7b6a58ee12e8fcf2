package io.flashsale.locklab.command;

/** The command line is wrong; the message explains it in one line. */
final class WrongUsageException extends RuntimeException {

    WrongUsageException(String message) {
        super(message);
    }
}
