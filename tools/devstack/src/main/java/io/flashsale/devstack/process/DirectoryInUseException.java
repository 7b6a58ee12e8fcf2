package io.flashsale.devstack.process;

import java.nio.file.Path;

/** Another live process runs its servers in the directory. */
public final class DirectoryInUseException extends RuntimeException {

    DirectoryInUseException(Path directory, long ownerPid) {
        super(directory + " is in use by process " + ownerPid);
    }
}
