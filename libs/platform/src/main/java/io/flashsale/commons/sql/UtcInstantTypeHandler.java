package io.flashsale.commons.sql;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;
import org.apache.ibatis.type.MappedTypes;
import org.jspecify.annotations.Nullable;

/** {@link UtcTime} for MyBatis: instants in mappers and entities are DATETIME columns in UTC. */
@MappedTypes(Instant.class)
public final class UtcInstantTypeHandler extends BaseTypeHandler<Instant> {

    @Override
    public void setNonNullParameter(PreparedStatement statement, int index, Instant time, @Nullable JdbcType jdbcType)
            throws SQLException {
        statement.setObject(index, UtcTime.write(time));
    }

    @Override
    public @Nullable Instant getNullableResult(ResultSet row, String column) throws SQLException {
        return UtcTime.read(row, column);
    }

    @Override
    public @Nullable Instant getNullableResult(ResultSet row, int column) throws SQLException {
        return UtcTime.of(row.getObject(column, LocalDateTime.class));
    }

    @Override
    public @Nullable Instant getNullableResult(CallableStatement call, int column) throws SQLException {
        return UtcTime.of(call.getObject(column, LocalDateTime.class));
    }
}
