package io.flashsale.order.account;

import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Event;
import io.flashsale.order.guessing.CommonPasswords;
import io.flashsale.order.guessing.LogInLimit;
import io.flashsale.order.guessing.PasswordGuesses;
import io.flashsale.order.token.SignedToken;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionOperations;

/** Makes accounts, lets their holders in, and ends their sessions. */
@Service
class Accounts {

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

        /** Nobody has looked at the password. */
        record TooManyGuesses(long seconds) implements Login {}
    }

    sealed interface PasswordChange {
        record Changed() implements PasswordChange {}

        record WrongPassword() implements PasswordChange {}

        record CommonPassword() implements PasswordChange {}

        /** Nobody has looked at the password. */
        record TooManyGuesses(long seconds) implements PasswordChange {}
    }

    /** A new shopper. Names that differ only in case are the same name. */
    Registration register(Credentials credentials) {
        String username = credentials.username();
        String password = credentials.password();
        if (accounts.find(username).isPresent()) {
            return new Registration.UsernameTaken(); // spares the hashing; the unique key decides below
        }
        return common.includes(password, username)
                ? new Registration.CommonPassword()
                : register(username, password, Tokens.SHOPPER);
    }

    /** An account with whatever password. */
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
     * A token for whoever knows the password. A wrong name and a wrong password look and take the same, also when they have
     * been tried so often that one has to wait.
     *
     * @param address that it is tried from
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

    /** 0, or the seconds to wait. */
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
        return new Login.LoggedIn(sessions.begin(account.get()));
    }

    /**
     * Changes the password of whoever knows the present one, and ends all sessions of the account.
     *
     * @param address that it is tried from
     */
    PasswordChange changePassword(long accountId, String present, String fresh, String address) {
        Account account = accounts.selectById(accountId);
        if (account == null) {
            return new PasswordChange.WrongPassword(); // of a load test, and gone
        }
        if (common.includes(fresh, account.username())) {
            return new PasswordChange.CommonPassword(); // before anything is hashed: it may be asked again and again
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
        String hash = passwords.hash(fresh); // before the transaction begins: it takes long
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
        return replaced ? new PasswordChange.Changed() : new PasswordChange.WrongPassword(); // just changed by another
    }

    /**
     * Ends all sessions of the account, unless they have ended already since its tokens had this version: whoever keeps an old
     * token ends nothing with it.
     *
     * @return whether this ended them
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
     * Ends all sessions of the account of this name, which an administrator asks for; its holder can log in again.
     *
     * @return whether there is such an account
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
     * The administrator that the configuration names: made, or given its password if that is another one than the
     * configuration gave it last. One that was changed in the shop since then stays. Nothing is changed where the password is
     * one that a shopper could not choose.
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
        if (!admin.role().equals(Tokens.ADMIN)) {
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

    /** What became of the administrator that the configuration names. */
    enum ConfiguredAdmin {
        MADE,
        UNCHANGED,
        PASSWORD_CHANGED,
        COMMON_PASSWORD,
        NAME_OF_A_SHOPPER
    }
}
