package io.flashsale.locklab.observation;

/** One client's access to a number that is kept on a server. */
interface Register {

    long read() throws Exception;

    void write(long value) throws Exception;
}
