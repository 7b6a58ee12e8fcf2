package io.flashsale.commons.security.jwt;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.Provider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/**
 * Checks signatures in native code (AWS-LC, by the Amazon Corretto Crypto Provider), in less than half of the JDK's
 * time. It is for the gateway, which checks each token of a crowd once. Services without the library use the JDK.
 */
final class NativeSignatures {

    private static final Logger log = LoggerFactory.getLogger(NativeSignatures.class);

    private static final @Nullable Provider PROVIDER = find();

    private NativeSignatures() {}

    /** The native RS256 provider; null if the library is absent, or not for this machine. */
    static @Nullable Provider provider() {
        return PROVIDER;
    }

    private static @Nullable Provider find() {
        String name = "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";
        return ClassUtils.isPresent(name, NativeSignatures.class.getClassLoader()) ? Library.load() : null;
    }

    /** A separate class, because it cannot be linked where the library is absent. */
    private static final class Library {

        static @Nullable Provider load() {
            AmazonCorrettoCryptoProvider provider = AmazonCorrettoCryptoProvider.INSTANCE;
            Throwable fault = provider.getLoadingError();
            if (fault != null) {
                log.info("signatures are checked by the JDK: {}", fault.getMessage());
                return null;
            }
            return provider;
        }
    }
}
