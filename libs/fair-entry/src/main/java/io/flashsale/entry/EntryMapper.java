package io.flashsale.entry;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/** Stores what must survive the loss of Redis. */
@Mapper
interface EntryMapper {

    /**
     * A row of {@code entry}.
     *
     * @param ticketIssuedAt null, like {@code ticketExpiresAt}, until there is a ticket
     */
    record EntryRow(
            long userId,
            long number,
            Instant enteredAt,
            @Nullable Instant ticketIssuedAt,
            @Nullable Instant ticketExpiresAt) {

        /** A ticket as it was issued. */
        record IssuedTicket(Instant at, Instant expiresAt) {}

        /** Null until there is one; and again from when it came back until it is handed out anew. */
        @Nullable
        IssuedTicket ticket() {
            return ticketIssuedAt == null || ticketExpiresAt == null || isTicketBack()
                    ? null
                    : new IssuedTicket(ticketIssuedAt, ticketExpiresAt);
        }

        /**
         * Whether the ticket came back from a rejected order and was not handed out since. Its row then says that it
         * expired when it was issued; Redis knows how long it lives now.
         */
        boolean isTicketBack() {
            return ticketIssuedAt != null && ticketIssuedAt.equals(ticketExpiresAt);
        }
    }

    String ROW = """
            SELECT user_id, number, entered_at, ticket_issued_at, ticket_expires_at
            FROM entry WHERE sale_id = #{saleId}
            """;

    /** Part of a script. */
    String AMONG_THE_NUMBERS = "AND number IN"
            + "<foreach collection='numbers' item='number' open='(' separator=',' close=')'>#{number}</foreach>";

    String NO_RUN = "";

    /** Inserts the row of a sale that has none yet, for no run. */
    @Insert("INSERT IGNORE INTO entry_counter (sale_id, run) VALUES (#{saleId}, '" + NO_RUN + "')")
    void insertCounter(long saleId);

    /** From now on only this run may give numbers, and only above all that may have been given before. */
    @Update("UPDATE entry_counter SET recovered_up_to = given_up_to, run = #{run} WHERE sale_id = #{saleId}")
    void begin(long saleId, String run);

    /** Returns 0 if another run may give numbers by now. */
    @Update("""
            UPDATE entry_counter SET given_up_to = given_up_to + #{block} WHERE sale_id = #{saleId} AND run = #{run}
            """)
    int raise(long saleId, String run, long block);

    /**
     * @param givenUpTo the highest number that any run may give
     * @param recoveredUpTo numbers up to it belong to a user only if there is a row
     * @param servedUpTo the last place known to be served
     */
    record Counter(String run, long givenUpTo, long recoveredUpTo, long servedUpTo) {}

    String COUNTER =
            "SELECT run, given_up_to, recovered_up_to, served_up_to FROM entry_counter WHERE sale_id = #{saleId}";

    @Select(COUNTER)
    @Nullable
    Counter counter(long saleId);

    /** Reads the counter and locks it until the transaction ends; that also keeps the entry from being rebuilt. */
    @Select(COUNTER + " FOR UPDATE")
    Counter lockCounter(long saleId);

    /** Returns how many rows were new. Leaves out users who have a row already, and numbers that another user has. */
    @Insert("<script>INSERT IGNORE INTO entry (sale_id, user_id, number, entered_at) VALUES"
            + "<foreach collection='rows' item='row' separator=','>"
            + "(#{saleId}, #{row.userId}, #{row.number}, #{row.enteredAt})</foreach></script>")
    int insertAll(long saleId, List<EntryRow> rows);

    /** The owners of the numbers, at least one. */
    @Select("<script>" + ROW + AMONG_THE_NUMBERS + "</script>")
    List<EntryRow> ownersOf(long saleId, List<Long> numbers);

    /**
     * When the turn begins of a restored number that is served next: unknown yet, so a moment after all known ones.
     * Its row has it before Redis does, and until it is served.
     */
    String NEXT = "'9999-12-31'";

    /**
     * Restores a lost row. Does nothing if the user has another number, or another user this number.
     *
     * @param passedOver whether its place was passed over, so that it is served next
     */
    @Insert(
            "INSERT INTO entry (sale_id, user_id, number, entered_at, turn_at)"
                    + " VALUES (#{saleId}, #{userId}, #{number}, #{enteredAt}, IF(#{passedOver}, " + NEXT + ", NULL))"
                    + " ON DUPLICATE KEY UPDATE turn_at = IF(user_id = #{userId} AND number = #{number}, VALUES(turn_at), turn_at)")
    void putBack(long saleId, long userId, long number, Instant enteredAt, boolean passedOver);

    @Select(ROW + "AND user_id = #{userId}")
    @Nullable
    EntryRow find(long saleId, long userId);

    /**
     * Returns 0 if the user has another number, or a ticket already. A ticket that came back is issued anew, but not
     * for the life that it had before.
     */
    @Update("""
            UPDATE entry SET ticket_issued_at = #{at}, ticket_expires_at = #{expiresAt}
            WHERE sale_id = #{saleId} AND user_id = #{userId} AND number = #{number}
            AND (ticket_issued_at IS NULL OR (ticket_expires_at = ticket_issued_at AND ticket_issued_at <> #{at}))
            """)
    int issue(long saleId, long userId, long number, Instant at, Instant expiresAt);

    /** Rows in the sequence of their numbers. */
    @Select(ROW + "AND number > #{after} ORDER BY number LIMIT #{max}")
    List<EntryRow> page(long saleId, long after, int max);

    /** Those of the numbers, at least one, that belong to a user. */
    @Select("<script>SELECT number FROM entry WHERE sale_id = #{saleId} " + AMONG_THE_NUMBERS + "</script>")
    List<Long> existing(long saleId, List<Long> numbers);

    /** Notes that these places were served; does nothing if another run serves by now. */
    @Insert("""
            INSERT INTO entry_served (sale_id, served_from, served_up_to, served_at)
            SELECT sale_id, #{from}, #{upTo}, #{at} FROM entry_counter WHERE sale_id = #{saleId} AND run = #{run}
            ON DUPLICATE KEY UPDATE served_at = #{at}
            """)
    void insertServed(long saleId, String run, long from, long upTo, Instant at);

    /**
     * Notes the time of a look at turns, and up to which place all were served; does nothing if another run serves by
     * now.
     */
    @Update("""
            UPDATE entry_counter SET served_up_to = GREATEST(served_up_to, #{upTo}), looked_at = #{at}
            WHERE sale_id = #{saleId} AND run = #{run}
            """)
    void lookedAt(long saleId, String run, long upTo, Instant at);

    /**
     * Restarts turns that had not run out at the last look at turns.
     *
     * @param turnMicros the length of a turn
     */
    @Update("""
            UPDATE entry_served s JOIN entry_counter c ON c.sale_id = s.sale_id SET s.served_at = #{at}
            WHERE s.sale_id = #{saleId} AND s.served_at > c.looked_at - INTERVAL #{turnMicros} MICROSECOND
            """)
    void beginTurnsAnew(long saleId, long turnMicros, Instant at);

    /** Makes restored numbers next whose turns had not run out at the last look at turns. */
    @Update("UPDATE entry e JOIN entry_counter c ON c.sale_id = e.sale_id SET e.turn_at = " + NEXT
            + " WHERE e.sale_id = #{saleId} AND e.turn_at > c.looked_at - INTERVAL #{turnMicros} MICROSECOND")
    void servePutBackNext(long saleId, long turnMicros);

    /** Notes that restored numbers, at least one, were served; does nothing if another run serves by now. */
    @Update("<script>UPDATE entry e JOIN entry_counter c ON c.sale_id = e.sale_id SET e.turn_at = #{at}"
            + " WHERE e.sale_id = #{saleId} AND c.run = #{run} " + AMONG_THE_NUMBERS + "</script>")
    void servedPutBack(long saleId, String run, List<Long> numbers, Instant at);

    /** The first place whose turn began at this moment or later; null if there is none. */
    @Select("SELECT MIN(served_from) FROM entry_served WHERE sale_id = #{saleId} AND served_at >= #{at}")
    @Nullable
    Long firstWithTurn(long saleId, Instant at);

    /** Restored numbers that are served next, because their places were passed over. */
    @Select("SELECT number FROM entry WHERE sale_id = #{saleId} AND turn_at = " + NEXT)
    Set<Long> next(long saleId);

    record UsedTicket(long number, long orderId) {}

    /**
     * Tickets whose users have a unit, or have let one go; the latter perhaps with several orders. A unit that came
     * back otherwise was of an order that was never placed, which used no ticket.
     */
    @Select("""
            SELECT e.number, f.order_id FROM entry e
            JOIN stock_flow f ON f.sale_id = e.sale_id AND f.user_id = e.user_id AND f.type = 'DEDUCT'
            LEFT JOIN stock_flow r ON r.order_id = f.order_id AND r.type = 'RELEASE'
            LEFT JOIN unpaid_order u ON u.sale_id = e.sale_id AND u.user_id = e.user_id
            WHERE e.sale_id = #{saleId} AND e.ticket_issued_at IS NOT NULL
            AND (r.order_id IS NULL OR u.user_id IS NOT NULL)
            """)
    List<UsedTicket> usedTickets(long saleId);
}
