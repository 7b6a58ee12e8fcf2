package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.CheckedTicket;
import io.flashsale.commons.signature.SharedSecret;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import io.flashsale.entry.EntrySigner.Signed;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntrySignerTests {

    private static final Signed ENTRY = new Signed(42, 7, 17, Instant.ofEpochMilli(1_800_000_000_123L));

    private final EntrySigner signer = new EntrySigner(new SharedSecret("a-secret-of-sixteen", null));
    private final PurchaseTickets tickets = new PurchaseTickets(signer);

    @Test
    void shouldReadWhatItHasSigned() {
        assertThat(signer.readPass(signer.pass(ENTRY))).hasValue(ENTRY);
        assertThat(signer.readTicket(signer.ticket(ENTRY))).hasValue(ENTRY);
        assertThat(signer.readTicket(signer.pass(ENTRY)))
                .as("a pass is no ticket")
                .isEmpty();
        assertThat(signer.readPass(signer.ticket(ENTRY))).isEmpty();
    }

    @Test
    void shouldReadWhatThePreviousSecretHasSignedAndSignWithTheNew() {
        EntrySigner rotated = new EntrySigner(new SharedSecret("the-next-secret-is-16", "a-secret-of-sixteen"));
        assertThat(rotated.readTicket(signer.ticket(ENTRY))).hasValue(ENTRY);
        assertThat(signer.readTicket(rotated.ticket(ENTRY))).isEmpty();
    }

    @Test
    void shouldNotReadWhatWasChangedInAnyPlace() {
        String ticket = signer.ticket(ENTRY);
        for (int i = 0; i < ticket.length(); i++) {
            char was = ticket.charAt(i);
            for (char other : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".toCharArray()) {
                String changed = ticket.substring(0, i) + other + ticket.substring(i + 1);
                assertThat(signer.readTicket(changed).isPresent()).as(changed).isEqualTo(other == was);
            }
        }
        assertThat(signer.readTicket(ticket + "=")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v1.", "v1..", "v1.a.", "v1.ä.b", "v2.a.b", "....", "v1", "v1.VDo0Mjo3OjE3OjE4."})
    void shouldNotReadWhatIsNone(String text) {
        assertThat(signer.readTicket(text)).isEmpty();
        assertThat(signer.readPass(text)).isEmpty();
    }

    @Test
    void shouldFitTheHeaderWithTheLargestNumbers() {
        long max = 999_999_999_999_999_999L;
        assertThat(signer.ticket(new Signed(max, max, max, Instant.ofEpochMilli(max))))
                .hasSizeLessThanOrEqualTo(PurchaseTicketHeader.MAX_LENGTH);
    }

    @Test
    void shouldSayWhatATicketIsWorth() {
        String ticket = signer.ticket(ENTRY);
        assertThat(tickets.check(42, 7, ticket)).isEqualTo(new CheckedTicket.Signed(17, ENTRY.moment()));
        assertThat(tickets.check(42, 8, ticket)).isEqualTo(new CheckedTicket.OfAnother());
        assertThat(tickets.check(43, 7, ticket)).isEqualTo(new CheckedTicket.Invalid());
        assertThat(tickets.check(42, 7, signer.pass(ENTRY))).isEqualTo(new CheckedTicket.Invalid());
        assertThat(tickets.check(42, 7, ticket + "x".repeat(200))).isEqualTo(new CheckedTicket.Invalid());
        assertThat(tickets.check(42, 7, "")).isEqualTo(CheckedTicket.NONE);
        assertThat(tickets.check(42, 7, null)).isEqualTo(CheckedTicket.NONE);
    }
}
