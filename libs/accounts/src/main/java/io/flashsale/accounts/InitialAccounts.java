package io.flashsale.accounts;

import io.flashsale.accounts.Accounts.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;

/**
 * Creates the initial accounts at start and leaves existing ones unchanged. The administrator gets the configured
 * password when that is new. The service refuses to start with a configured password that is easy to guess.
 */
@Component
class InitialAccounts implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(InitialAccounts.class);

    private final Accounts accounts;
    private final AccountProperties properties;

    InitialAccounts(Accounts accounts, AccountProperties properties) {
        this.accounts = accounts;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        String username = properties.adminUsername();
        String password = properties.adminPassword();
        if (StringUtils.hasText(username) && StringUtils.hasText(password)) {
            configure(username, password);
        }
        properties.initial().forEach(account -> make(account.username(), account.password(), account.role()));
    }

    private void configure(String username, String password) {
        switch (accounts.configureAdmin(username, password)) {
            case MADE -> log.info("made the administrator {}", username);
            case PASSWORD_CHANGED ->
                log.warn("the administrator {} has the new password of the configuration", username);
            case COMMON_PASSWORD ->
                throw new IllegalStateException(
                        "flashsale.accounts.admin-password is shorter than " + PasswordLength.MIN_CHARACTERS
                                + " characters, or one of those that are tried first. Choose another one.");
            case NAME_OF_A_SHOPPER ->
                log.error("{} is the name of a shopper or of a provider's user, and stays it", username);
            case UNCHANGED -> log.debug("the administrator {} is there", username);
        }
    }

    private void make(String username, String password, String role) {
        if (accounts.register(username, password, role) instanceof Registration.Registered(long id, String name)) {
            log.info("made the account {} of {} with role {}", id, name, role);
        }
    }
}
