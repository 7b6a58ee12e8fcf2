package io.flashsale.order.account;

import io.flashsale.commons.security.Tokens;
import io.flashsale.order.token.JwtIssuer;
import io.flashsale.order.token.SignedToken;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;

/** Makes accounts and lets their holders in. */
@Service
class Accounts {

    private final AccountMapper accounts;
    private final PasswordHashing passwords;
    private final JwtIssuer tokens;

    Accounts(AccountMapper accounts, PasswordHashing passwords, JwtIssuer tokens) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.tokens = tokens;
    }

    sealed interface Registration {
        record Registered(long id, String username) implements Registration {}

        record UsernameTaken() implements Registration {}
    }

    sealed interface Login {
        record LoggedIn(SignedToken token) implements Login {}

        record BadCredentials() implements Login {}
    }

    /** A new shopper. Names that differ only in case are the same name. */
    Registration register(Credentials credentials) {
        return register(credentials.username(), credentials.password(), Tokens.SHOPPER);
    }

    Registration register(String username, String password, String role) {
        if (accounts.find(username).isPresent()) {
            return new Registration.UsernameTaken(); // spares the hashing; the unique key decides below
        }
        Account account = new Account(username, passwords.hash(password), role);
        try {
            accounts.add(account);
        } catch (DuplicateKeyException taken) {
            return new Registration.UsernameTaken();
        }
        return new Registration.Registered(account.id(), username);
    }

    /** A token for whoever knows the password. A wrong name and a wrong password look and take the same. */
    Login login(String username, String password) {
        Optional<Account> account = accounts.find(username);
        boolean known =
                passwords.matches(password, account.map(Account::passwordHash).orElse(null));
        return account.filter(holder -> known)
                .<Login>map(
                        holder -> new Login.LoggedIn(tokens.forAccount(holder.id(), holder.username(), holder.role())))
                .orElseGet(Login.BadCredentials::new);
    }
}
