package io.flashsale.accounts;

import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.commons.sql.MapperBatch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** The rows of table {@code account}. */
@Mapper
interface AccountMapper extends BaseMapper<Account> {

    /**
     * Stores the account, gives it its id, and lets the database set the time.
     *
     * @throws org.springframework.dao.DuplicateKeyException if the name is taken; of two concurrent inserts, one
     *     succeeds
     */
    @Insert("""
            INSERT INTO account (id, username, password_hash, role, created_at)
            VALUES (#{id}, #{username}, #{passwordHash}, #{role}, UTC_TIMESTAMP(3))
            """)
    void add(Account account);

    /**
     * Adds accounts that nobody can log in to.
     *
     * @throws org.springframework.dao.DuplicateKeyException if a name is taken
     */
    default List<Account> addWithoutPassword(List<String> usernames, String role) {
        List<Account> added = usernames.stream()
                .map(name -> new Account(name, PasswordHashing.NO_PASSWORD, role))
                .toList();
        MapperBatch.execute(this, added, AccountMapper::add);
        return added;
    }

    /** Finds an account by its exact name, ignoring case only. */
    default Optional<Account> find(String username) {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(username)) {
            return Optional.empty(); // the column is ASCII, and MySQL refuses to compare it with other text
        }
        if (username.endsWith(" ")) {
            return Optional.empty(); // MySQL ignores trailing spaces: one account would have many names to guess with
        }
        return Optional.ofNullable(selectOne(new QueryWrapper<Account>().eq("username", username)));
    }

    /** Replaces the hash if it is still the one that was read, and invalidates all tokens. Returns 1, else 0. */
    @Update("""
            UPDATE account SET password_hash = #{fresh}, token_version = token_version + 1
            WHERE id = #{id} AND password_hash = #{read}
            """)
    int replacePassword(long id, String read, String fresh);

    /** Replaces the hash by another one of the same password, if it is still the one that was read. */
    @Update("UPDATE account SET password_hash = #{fresh} WHERE id = #{id} AND password_hash = #{read}")
    void renewHash(long id, String read, String fresh);

    /** Does what {@link #replacePassword} does, for a password that comes from the configuration. */
    @Update("""
            UPDATE account SET password_hash = #{hash}, configured_hash = #{hash}, token_version = token_version + 1
            WHERE id = #{id}
            """)
    void configurePassword(long id, String hash);

    /** Records that the current password is the configured one. */
    @Update("UPDATE account SET configured_hash = password_hash WHERE id = #{id}")
    void rememberConfigured(long id);

    /** Raises the token version if it is still the given one. Returns 1, else 0. */
    @Update("""
            UPDATE account SET token_version = token_version + 1
            WHERE id = #{id} AND token_version = #{version}
            """)
    int raiseTokenVersion(long id, int version);

    /** Gives the account another role, and invalidates all tokens, which have the previous one. */
    @Update("UPDATE account SET role = #{role}, token_version = token_version + 1 WHERE id = #{id}")
    void changeRole(long id, String role);

    @Select("SELECT token_version FROM account WHERE id = #{id}")
    Optional<Integer> tokenVersion(long id);
}
