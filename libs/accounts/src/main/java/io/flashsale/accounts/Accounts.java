package io.flashsale.accounts;

import io.flashsale.accounts.guessing.CommonPasswords;
import io.flashsale.accounts.guessing.LogInLimit;
import io.flashsale.accounts.guessing.PasswordGuesses;
import io.flashsale.accounts.token.SignedToken;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Event;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionOperations;

/** Creates accounts, logs users in and ends their sessions. */
@Service
class Accounts {

    private static final Logger log = LoggerFactory.getLogger(Accounts.class);

    private final AccountMapper accounts;
    private final PasswordHashing passwords;
    private final PasswordGuesses guesses;
    private final LogInLimit logIns;
    private final CommonPasswords common;
    private final AccountSessions sessions;
    private final AccountProperties properties;
    private final TransactionOperations transaction;

    Accounts(
            AccountMapper accounts,
            PasswordHashing passwords,
            PasswordGuesses guesses,
            LogInLimit logIns,
            CommonPasswords common,
            AccountSessions sessions,
            AccountProperties properties,
            TransactionOperations transaction) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.guesses = guesses;
        this.logIns = logIns;
        this.common = common;
        this.sessions = sessions;
        this.properties = properties;
        this.transaction = transaction;
    }

    sealed interface Registration {
        record Registered(long id, String username) implements Registration {}

        record UsernameTaken() implements Registration {}

        record CommonPassword() implements Registration {}
    }

    sealed interface Login {
        record LoggedIn(SignedToken token) implements Login {}

        record BadCredentials() implements Login {}

        /** The password was not checked. */
        record TooManyGuesses(long seconds) implements Login {}
    }

    sealed interface PasswordChange {
        record Changed() implements PasswordChange {}

        record WrongPassword() implements PasswordChange {}

        record CommonPassword() implements PasswordChange {}

        /** The account is bound to a provider. */
        record NoPassword() implements PasswordChange {}

        /** The password was not checked. */
        record TooManyGuesses(long seconds) implements PasswordChange {}
    }

    /** Registers a shopper. Names that differ only in case are the same name. */
    Registration register(String username, String password) {
        if (accounts.find(username).isPresent()) {
            return new Registration.UsernameTaken(); // avoids hashing; the unique key below decides
        }
        return common.includes(password, username)
                ? new Registration.CommonPassword()
                : register(username, password, Tokens.SHOPPER);
    }

    /** Creates an account without checking the password's strength. */
    Registration register(String username, String password, String role) {
        if (accounts.find(username).isPresent()) {
            return new Registration.UsernameTaken();
        }
        Account account = new Account(username, passwords.hash(password), role);
        try {
            accounts.add(account);
        } catch (DuplicateKeyException taken) {
            return new Registration.UsernameTaken();
        }
        SecurityLog.write(Event.ACCOUNT_OPENED, account.id(), username);
        return new Registration.Registered(account.id(), username);
    }

    /**
     * Issues a token to a user who knows the password. A wrong name and a wrong password give the same answer after
     * the same time, also when further attempts have to wait.
     *
     * @param address network address of the caller
     */
    Login login(String username, String password, String address) {
        long wait = beginLogin(username, address);
        if (wait > 0) {
            SecurityLog.write(Event.LOG_IN_SLOWED_DOWN, 0, username);
            return new Login.TooManyGuesses(wait);
        }
        boolean in = false;
        try {
            Login login = checked(username, password, address);
            in = login instanceof Login.LoggedIn;
            return login;
        } finally {
            if (!in) {
                logIns.refused(username);
            }
        }
    }

    /** Returns 0, or the seconds to wait. */
    private long beginLogin(String username, String address) {
        long wait = logIns.begin(username);
        if (wait > 0) {
            return wait;
        }
        wait = guesses.begin(username, address);
        if (wait > 0) {
            logIns.refused(username);
        }
        return wait;
    }

    private Login checked(String username, String password, String address) {
        Optional<Account> account = accounts.find(username);
        boolean known =
                passwords.matches(password, account.map(Account::passwordHash).orElse(null));
        boolean forbidden = common.isPrinted(password) && !properties.knownPasswords();
        if (account.isEmpty() || !known || forbidden) {
            SecurityLog.write(Event.LOG_IN_REFUSED, account.map(Account::id).orElse(0L), username);
            return new Login.BadCredentials();
        }
        guesses.succeeded(username, address);
        SecurityLog.write(Event.LOGGED_IN, account.get().id(), username);
        renewHash(account.get(), password);
        return new Login.LoggedIn(sessions.begin(account.get()));
    }

    /** Gives the account a hash of the configured strength, unless too many others wait for theirs. */
    private void renewHash(Account account, String password) {
        if (passwords.isOutdated(account.passwordHash())) {
            try {
                accounts.renewHash(account.id(), account.passwordHash(), passwords.hash(password));
            } catch (ProblemException busy) {
                log.debug("the hash of account {} is renewed at the next log-in", account.id(), busy);
            }
        }
    }

    /**
     * Changes the password of a user who knows the current one, and ends all sessions of the account.
     *
     * @param address network address of the caller
     */
    PasswordChange changePassword(long accountId, String present, String fresh, String address) {
        Account account = accounts.selectById(accountId);
        if (account == null) {
            return new PasswordChange.WrongPassword(); // a load test's account, deleted since
        }
        if (!account.hasPassword()) {
            return new PasswordChange.NoPassword();
        }
        if (common.includes(fresh, account.username())) {
            return new PasswordChange.CommonPassword(); // before hashing: a user may repeat this call without limit
        }
        long wait = guesses.begin(account.username(), address);
        if (wait > 0) {
            SecurityLog.write(Event.PASSWORD_CHANGE_REFUSED, accountId, account.username());
            return new PasswordChange.TooManyGuesses(wait);
        }
        if (!passwords.matches(present, account.passwordHash())) {
            SecurityLog.write(Event.PASSWORD_CHANGE_REFUSED, accountId, account.username());
            return new PasswordChange.WrongPassword();
        }
        guesses.succeeded(account.username(), address);
        String hash = passwords.hash(fresh); // outside the transaction, because hashing is slow
        boolean replaced = Boolean.TRUE.equals(transaction.execute(status -> {
            boolean was = accounts.replacePassword(accountId, account.passwordHash(), hash) == 1;
            if (was) {
                sessions.endOlder(accountId);
            }
            return was;
        }));
        if (replaced) {
            SecurityLog.write(Event.PASSWORD_CHANGED, accountId, account.username());
        }
        return replaced ? new PasswordChange.Changed() : new PasswordChange.WrongPassword(); // changed by another call
    }

    /**
     * Ends all sessions of the account if its token version is still this one, and returns whether it was. So an outdated
     * token ends nothing.
     */
    boolean logOutEverywhere(long accountId, int version) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            boolean raised = accounts.raiseTokenVersion(accountId, version) == 1;
            if (raised) {
                sessions.endOlder(accountId);
            }
            return raised;
        }));
    }

    /**
     * Ends all sessions of the named account for an administrator. The user can log in again. Returns whether there is
     * such an account.
     */
    boolean endSessionsOf(String username) {
        Optional<Account> account = accounts.find(username);
        account.ifPresent(holder -> {
            logOutEverywhere(holder.id(), holder.tokenVersion());
            SecurityLog.write(Event.SESSIONS_ENDED_BY_ADMINISTRATOR, holder.id(), holder.username());
        });
        return account.isPresent();
    }

    /**
     * Creates the configured administrator, or gives it a password that is new in the configuration. A password
     * that was changed in the shop stays until the configured one changes. If shoppers may not choose the
     * configured password, nothing changes.
     */
    ConfiguredAdmin configureAdmin(String username, String password) {
        if (password.length() < PasswordLength.MIN_CHARACTERS || common.includes(password, username)) {
            return ConfiguredAdmin.COMMON_PASSWORD;
        }
        Optional<Account> known = accounts.find(username);
        if (known.isEmpty()) {
            register(username, password, Tokens.ADMIN);
            accounts.find(username).ifPresent(made -> accounts.rememberConfigured(made.id()));
            return ConfiguredAdmin.MADE;
        }
        Account admin = known.get();
        if (!admin.role().equals(Tokens.ADMIN) || !admin.hasPassword()) {
            return ConfiguredAdmin.NAME_OF_A_SHOPPER;
        }
        String configured = admin.configuredHash();
        if (passwords.matches(password, configured == null ? admin.passwordHash() : configured)) {
            if (configured == null) {
                accounts.rememberConfigured(admin.id());
            }
            return ConfiguredAdmin.UNCHANGED;
        }
        String hash = passwords.hash(password);
        transaction.executeWithoutResult(status -> {
            accounts.configurePassword(admin.id(), hash);
            sessions.endOlder(admin.id());
        });
        SecurityLog.write(Event.ADMINISTRATOR_CONFIGURED, admin.id(), username);
        return ConfiguredAdmin.PASSWORD_CHANGED;
    }

    enum ConfiguredAdmin {
        MADE,
        UNCHANGED,
        PASSWORD_CHANGED,
        COMMON_PASSWORD,
        NAME_OF_A_SHOPPER
    }
}
