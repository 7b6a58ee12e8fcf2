package io.flashsale.admission.bucket;

/** Certain failure of a move: the transaction is not committed and never will be. */
public final class NotMovedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotMovedException(Throwable cause) {
        super("nothing was moved: " + cause.getMessage(), cause);
    }
}
