package io.flashsale.accounts;

import io.flashsale.accounts.provider.LogInProvider.Answer.Person;
import io.flashsale.accounts.token.SignedToken;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Event;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.security.crypto.codec.Hex;
import org.springframework.security.crypto.keygen.KeyGenerators;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The accounts of users of a provider. Each is bound to one issuer and subject, and has no password.
 *
 * <p>A name binds nothing: a user whom the provider calls like an existing account gets an account with another name.
 */
@Service
class ProviderAccounts {

    private static final int MAX_NAME = 32;

    /** Of random names, of which there are 2⁴⁸. */
    private static final int ATTEMPTS = 3;

    private final AccountMapper accounts;
    private final ProviderAccountMapper bindings;
    private final AccountSessions sessions;
    private final TransactionOperations transaction;

    ProviderAccounts(
            AccountMapper accounts,
            ProviderAccountMapper bindings,
            AccountSessions sessions,
            TransactionOperations transaction) {
        this.accounts = accounts;
        this.bindings = bindings;
        this.sessions = sessions;
        this.transaction = transaction;
    }

    /** Begins a session of the person's account, which is opened with the first log-in. */
    SignedToken logIn(Person person) {
        Account account = withRole(bound(person).orElseGet(() -> opened(person)), person);
        SecurityLog.write(Event.LOGGED_IN, account.id(), account.username());
        return sessions.begin(account);
    }

    private Optional<Account> bound(Person person) {
        return bindings.accountOf(person.issuer(), person.subject()).map(this::stored);
    }

    private Account stored(long id) {
        return Objects.requireNonNull(accounts.selectById(id));
    }

    private Account opened(Person person) {
        for (String name : (Iterable<String>) names(person.name())::iterator) {
            try {
                long id = Objects.requireNonNull(transaction.execute(status -> {
                    Account account = new Account(name, PasswordHashing.NO_PASSWORD, role(person));
                    accounts.add(account);
                    bindings.bind(person.issuer(), person.subject(), account.id());
                    return account.id();
                }));
                SecurityLog.write(Event.ACCOUNT_OPENED, id, name);
                return stored(id);
            } catch (DuplicateKeyException taken) {
                Optional<Account> byAnotherLogIn = bound(person);
                if (byAnotherLogIn.isPresent()) {
                    return byAnotherLogIn.get();
                }
            }
        }
        throw new IllegalStateException("no free name was found");
    }

    /** Names to try in turn: the one that the provider says, as far as our names may have its characters, first. */
    private static Stream<String> names(String said) {
        String usable = said.replaceAll("[^A-Za-z0-9_.-]", "");
        String name = usable.substring(0, Math.min(usable.length(), MAX_NAME));
        String stem = name.length() < 3 ? "user" : name.substring(0, Math.min(name.length(), MAX_NAME - 13));
        Stream<String> random = Stream.generate(() -> stem
                        + '-'
                        + new String(Hex.encode(KeyGenerators.secureRandom(6).generateKey())))
                .limit(ATTEMPTS);
        return name.length() < 3 ? random : Stream.concat(Stream.of(name), random);
    }

    /** The account with the role that the provider gives the person now. Sessions with another role end. */
    private Account withRole(Account account, Person person) {
        if (account.role().equals(role(person))) {
            return account;
        }
        transaction.executeWithoutResult(status -> {
            accounts.changeRole(account.id(), role(person));
            sessions.endOlder(account.id());
        });
        return stored(account.id());
    }

    private static String role(Person person) {
        return person.admin() ? Tokens.ADMIN : Tokens.SHOPPER;
    }
}
