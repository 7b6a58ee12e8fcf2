package io.flashsale.accounts;

import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** The rows of table {@code provider_account}. */
@Mapper
interface ProviderAccountMapper {

    @Select("SELECT account_id FROM provider_account WHERE issuer = #{issuer} AND subject = #{subject}")
    Optional<Long> accountOf(String issuer, String subject);

    /**
     * Binds an account to a user of a provider.
     *
     * @throws org.springframework.dao.DuplicateKeyException if the user has an account already; of two concurrent
     *     inserts, one succeeds
     */
    @Insert("INSERT INTO provider_account (issuer, subject, account_id) VALUES (#{issuer}, #{subject}, #{accountId})")
    void bind(String issuer, String subject, long accountId);
}
