package io.flashsale.accounts;

import com.baomidou.mybatisplus.core.conditions.query.QueryWrapper;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.flashsale.commons.sql.MapperBatch;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** The rows of table {@code account}. */
@Mapper
interface AccountMapper extends BaseMapper<Account> {

    /** Written out so that the database sets the time. */
    String INSERT = """
            INSERT INTO account (username, password_hash, role, created_at)
            VALUES (#{username}, #{passwordHash}, #{role}, UTC_TIMESTAMP(3))
            """;

    /**
     * Stores the account and gives it its id.
     *
     * @throws org.springframework.dao.DuplicateKeyException if the name is taken; of two concurrent inserts, one
     *     succeeds
     */
    @Insert(INSERT)
    @Options(useGeneratedKeys = true, keyProperty = "id")
    void add(Account account);

    /** Stores one account of a batch; the account does not learn its id. */
    @Insert(INSERT)
    void addToBatch(Account account);

    /**
     * Adds accounts that nobody can log in to. Returns name → id.
     *
     * @throws org.springframework.dao.DuplicateKeyException if a name is taken
     */
    default Map<String, Long> addWithoutPassword(List<String> usernames, String role) {
        MapperBatch.execute(
                this,
                usernames,
                (accounts, name) -> accounts.addToBatch(new Account(name, PasswordHashing.NO_PASSWORD, role)));
        // Reads the ids back instead of computing them: concurrent inserts may leave gaps between them.
        Map<String, Long> ids = new LinkedHashMap<>();
        selectList(new QueryWrapper<Account>().in("username", usernames).orderByAsc("id"))
                .forEach(account -> ids.put(account.username(), account.id()));
        return ids;
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

    /**
     * Replaces the hash if it is still the one that was read, and invalidates all tokens of the account.
     *
     * @return whether it was
     */
    @Update("""
            UPDATE account SET password_hash = #{fresh}, token_version = token_version + 1
            WHERE id = #{id} AND password_hash = #{read}
            """)
    int replacePassword(@Param("id") long id, @Param("read") String read, @Param("fresh") String fresh);

    /** Does what {@link #replacePassword} does, for a password that comes from the configuration. */
    @Update("""
            UPDATE account SET password_hash = #{hash}, configured_hash = #{hash}, token_version = token_version + 1
            WHERE id = #{id}
            """)
    void configurePassword(@Param("id") long id, @Param("hash") String hash);

    /** Records that the current password is the configured one. */
    @Update("UPDATE account SET configured_hash = password_hash WHERE id = #{id}")
    void rememberConfigured(@Param("id") long id);

    /**
     * Raises the token version if it is still the given one.
     *
     * @return whether it was
     */
    @Update("""
            UPDATE account SET token_version = token_version + 1
            WHERE id = #{id} AND token_version = #{version}
            """)
    int raiseTokenVersion(@Param("id") long id, @Param("version") int version);

    @Select("SELECT token_version FROM account WHERE id = #{id}")
    Optional<Integer> tokenVersion(@Param("id") long id);
}
