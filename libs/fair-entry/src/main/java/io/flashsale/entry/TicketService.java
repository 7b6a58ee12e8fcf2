package io.flashsale.entry;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.EntryMapper.EntryRow;
import io.flashsale.entry.EntryMapper.EntryRow.IssuedTicket;
import io.flashsale.entry.EntryService.Outcome;
import io.flashsale.entry.EntrySigner.Signed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Hands out purchase tickets. Each is in MySQL first, so no user has two for a sale, even if Redis forgets. */
@Component
class TicketService {

    private final EntryMapper entries;
    private final EntryScripts scripts;
    private final EntryNumbers numbers;
    private final EntryLog entryLog;
    private final EntrySigner signer;

    TicketService(
            EntryMapper entries, EntryScripts scripts, EntryNumbers numbers, EntryLog entryLog, EntrySigner signer) {
        this.entries = entries;
        this.scripts = scripts;
        this.numbers = numbers;
        this.entryLog = entryLog;
        this.signer = signer;
    }

    /** Turns the script's answer about a number's ticket into the answer to the shopper. */
    Outcome handOut(Signed entry, Taking taking) {
        return switch (taking) {
            case Taking.Issued issued -> handOut(entry, issued);
            case Taking.Used _ -> new Outcome.Refused(ProblemType.TICKET_USED);
            case Taking.SoldOut _ -> new Outcome.Refused(ProblemType.SOLD_OUT);
            case Taking.NotOpen(Instant opensAt) -> notOpen(opensAt);
            case Taking.Ended _ -> new Outcome.Refused(ProblemType.SALE_ENDED);
            case Taking.OtherNumber _ -> new Outcome.Refused(ProblemType.PASS_INVALID);
            case Taking.NoTurn _, Taking.Unknown _, Taking.Missing _ ->
                new Outcome.Refused(ProblemType.SALE_WARMING_UP);
        };
    }

    static Outcome notOpen(Instant opensAt) {
        return new Outcome.Refused(ProblemType.SALE_NOT_OPEN, Map.of("opensAt", opensAt));
    }

    /** Hands the ticket out once MySQL has it, and as MySQL has it. */
    private Outcome handOut(Signed entry, Taking.Issued issued) {
        EntryRow row = entries.find(entry.saleId(), entry.userId());
        if (row != null && row.ticket() != null) {
            return answer(entry, row, issued);
        }
        // The entry was made from MySQL before MySQL knew that the ticket came back, so Redis has its first life.
        boolean knownToBeBack = row != null && issued.at().equals(row.ticketIssuedAt());
        if (!issued.hasExpired() && !knownToBeBack) {
            return note(entry, issued);
        }
        // If it has expired, MySQL did not answer for its life, or says that it came back: no shopper was given it.
        Taking anew = scripts.takeAnew(entry.saleId(), entry.userId(), entry.number(), issued.at());
        return anew instanceof Taking.Issued again ? note(entry, again) : handOut(entry, anew);
    }

    private Outcome note(Signed entry, Taking.Issued issued) {
        entryLog.note(
                entry.saleId(), List.of(new EntryRow(entry.userId(), entry.number(), entry.moment(), null, null)));
        entries.issue(entry.saleId(), entry.userId(), entry.number(), issued.at(), issued.expiresAt());
        return answer(entry, entries.find(entry.saleId(), entry.userId()), issued);
    }

    private Outcome answer(Signed entry, @Nullable EntryRow row, Taking.Issued issued) {
        if (row != null && row.number() != entry.number()) {
            // Redis had forgotten this user's number and given another. MySQL knows the first, which counts.
            scripts.look(entry.saleId())
                    .ifPresent(state -> numbers.putBack(
                            new Signed(entry.saleId(), entry.userId(), row.number(), row.enteredAt()), state));
            return new Outcome.Refused(ProblemType.SALE_WARMING_UP);
        }
        IssuedTicket ticket = row == null ? null : row.ticket();
        if (ticket == null) {
            return new Outcome.Refused(ProblemType.SALE_WARMING_UP);
        }
        if (!issued.now().isBefore(ticket.expiresAt())) {
            return new Outcome.Refused(ProblemType.TICKET_EXPIRED);
        }
        return new Outcome.Ticket(
                signer.ticket(new Signed(entry.saleId(), entry.userId(), entry.number(), ticket.expiresAt())),
                ticket.expiresAt());
    }
}
