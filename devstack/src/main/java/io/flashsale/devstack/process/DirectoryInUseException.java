package io.flashsale.devstack.process;

import java.nio.file.Path;

/** Another process that is still alive runs its servers in the directory. */
public final class DirectoryInUseException extends RuntimeException {

    DirectoryInUseException(Path directory, long ownerPid) {
        super(directory + " is in use by process " + ownerPid);
    }
}
