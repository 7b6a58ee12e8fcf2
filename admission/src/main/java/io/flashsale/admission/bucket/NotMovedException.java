package io.flashsale.admission.bucket;

/** Nothing was moved in the database, and nothing of it ever will be: it is certain that the transaction is not committed. */
public final class NotMovedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotMovedException(Throwable cause) {
        super("nothing was moved: " + cause.getMessage(), cause);
    }
}
