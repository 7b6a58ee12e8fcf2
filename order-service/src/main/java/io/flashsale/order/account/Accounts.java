package io.flashsale.order.account;

import io.flashsale.commons.security.Tokens;
import io.flashsale.order.token.SignedToken;
import io.flashsale.order.token.TokenMint;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Makes accounts and lets their holders in. */
@Service
class Accounts {

    private final AccountTable table;
    private final PasswordHashing passwords;
    private final TokenMint mint;

    Accounts(AccountTable table, PasswordHashing passwords, TokenMint mint) {
        this.table = table;
        this.passwords = passwords;
        this.mint = mint;
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
        if (table.find(username).isPresent()) {
            return new Registration.UsernameTaken(); // spares the hashing; the unique key decides below
        }
        return table.insert(username, passwords.hash(password), role)
                .<Registration>map(id -> new Registration.Registered(id, username))
                .orElseGet(Registration.UsernameTaken::new);
    }

    /** A token for whoever knows the password. A wrong name and a wrong password look and take the same. */
    Login login(String username, String password) {
        Optional<Account> account = table.find(username);
        boolean known =
                passwords.matches(password, account.map(Account::passwordHash).orElse(null));
        return account.filter(holder -> known)
                .<Login>map(
                        holder -> new Login.LoggedIn(mint.forAccount(holder.id(), holder.username(), holder.role())))
                .orElseGet(Login.BadCredentials::new);
    }
}
