package io.flashsale.entry;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.EntryService.Outcome;
import io.flashsale.entry.ServingBoard.Answer;
import io.flashsale.entry.risk.EntryAccess;
import io.flashsale.entry.risk.EntryAccess.Entrance;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;
import org.springframework.http.CacheControl;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/sales/{saleId}/entry")
class EntryController {

    private static final Duration FRESH = Duration.ofSeconds(1);

    private final EntryService service;
    private final ServingBoard board;
    private final EntryAccess access;

    EntryController(EntryService service, ServingBoard board, EntryAccess access) {
        this.service = service;
        this.board = board;
        this.access = access;
    }

    /**
     * @param pass of an earlier number
     * @param proof of work, for a new number or ticket
     */
    record Entering(@Nullable String pass, @Nullable String proof) {}

    record EnteredView(long number, String pass, Instant enteredAt) {}

    record WaitingView(long number, String pass, @Nullable Long place) {}

    record TicketView(String ticket, Instant expiresAt) {}

    @ApiCall(
            value = "Enter the waiting room: get a number, the same however often; a pass of before puts it back",
            refusals = {
                ProblemType.ENTRY_NOT_NEEDED,
                ProblemType.PASS_INVALID,
                ProblemType.PASS_NOT_YOURS,
                ProblemType.PROOF_OF_WORK_REQUIRED,
                ProblemType.PROOF_OF_WORK_WRONG,
                ProblemType.PROOF_OF_WORK_EXPIRED,
                ProblemType.TOO_MANY_UNPAID,
                ProblemType.SALE_ENDED,
                ProblemType.SALE_NOT_FOUND,
                ProblemType.SALE_WARMING_UP
            })
    @PostMapping
    ResponseEntity<EnteredView> enter(
            @PathVariable long saleId,
            Shopper shopper,
            @RequestBody(required = false) @Nullable Entering entering,
            HttpServletRequest request) {
        String pass = passOf(entering);
        Entrance<EnteredView> entrance =
                countedFrom -> answer(service.enter(saleId, shopper.id(), pass, countedFrom), EnteredView.class);
        // A pass gets nobody a new number, so a shopper who shows one is not held up.
        return pass == null
                ? access.enter(saleId, shopper, request, proofOf(entering), entrance)
                : entrance.enter(null);
    }

    @ApiCall(
            value = "One's own number and place in the waiting room",
            refusals = {ProblemType.NOT_ENTERED, ProblemType.SALE_NOT_FOUND, ProblemType.SALE_WARMING_UP})
    @GetMapping
    ResponseEntity<WaitingView> find(@PathVariable long saleId, Shopper shopper) {
        return answer(service.find(saleId, shopper.id()), WaitingView.class);
    }

    @ApiCall(
            value = "Get the ticket that the reservation needs, in header Purchase-Ticket; the same until it expires",
            refusals = {
                ProblemType.ENTRY_NOT_NEEDED,
                ProblemType.NOT_YOUR_TURN,
                ProblemType.TURN_OVER,
                ProblemType.PASS_INVALID,
                ProblemType.PASS_NOT_YOURS,
                ProblemType.PROOF_OF_WORK_REQUIRED,
                ProblemType.PROOF_OF_WORK_WRONG,
                ProblemType.PROOF_OF_WORK_EXPIRED,
                ProblemType.TOO_MANY_UNPAID,
                ProblemType.SOLD_OUT,
                ProblemType.TICKET_EXPIRED,
                ProblemType.TICKET_USED,
                ProblemType.SALE_NOT_OPEN,
                ProblemType.SALE_ENDED,
                ProblemType.SALE_NOT_FOUND,
                ProblemType.SALE_WARMING_UP
            })
    @PostMapping("/ticket")
    ResponseEntity<TicketView> ticket(
            @PathVariable long saleId,
            Shopper shopper,
            @RequestBody(required = false) @Nullable Entering entering,
            HttpServletRequest request) {
        Entrance<TicketView> entrance = countedFrom ->
                answer(service.ticket(saleId, shopper.id(), passOf(entering), countedFrom), TicketView.class);
        return service.entersWithTicket(saleId)
                ? access.enter(saleId, shopper, request, proofOf(entering), entrance)
                : entrance.enter(null);
    }

    @ApiCall(
            value = "Which place is served: for everybody, at most a second old",
            refusals = {ProblemType.ENTRY_NOT_NEEDED, ProblemType.SALE_NOT_FOUND, ProblemType.SALE_WARMING_UP})
    @GetMapping("/serving")
    ResponseEntity<ServingBoard.View> serving(@PathVariable long saleId) {
        return switch (look(saleId)) {
            case Answer.Known(ServingBoard.View view) ->
                ResponseEntity.ok()
                        .cacheControl(CacheControl.maxAge(FRESH).cachePublic())
                        .body(view);
            case Answer.NoSuchSale _ -> refusal(ProblemType.SALE_NOT_FOUND, Map.of());
            case Answer.NoEntry _ -> refusal(ProblemType.ENTRY_NOT_NEEDED, Map.of());
            case Answer.NotYet _ -> refusal(ProblemType.SALE_WARMING_UP, Map.of());
        };
    }

    private Answer look(long saleId) {
        try {
            return board.of(saleId);
        } catch (RedisException unreachable) {
            return new Answer.NotYet();
        }
    }

    private static @Nullable String passOf(@Nullable Entering entering) {
        return entering == null ? null : entering.pass();
    }

    private static @Nullable String proofOf(@Nullable Entering entering) {
        return entering == null ? null : entering.proof();
    }

    /** @param view of the answer when nothing is refused */
    private static <T> ResponseEntity<T> answer(Outcome outcome, Class<T> view) {
        return switch (outcome) {
            case Outcome.Entered(long number, String pass, Instant at) ->
                ResponseEntity.ok(view.cast(new EnteredView(number, pass, at)));
            case Outcome.Waiting waiting ->
                ResponseEntity.ok(view.cast(new WaitingView(waiting.number(), waiting.pass(), waiting.place())));
            case Outcome.Ticket(String ticket, Instant expiresAt) ->
                ResponseEntity.ok(view.cast(new TicketView(ticket, expiresAt)));
            case Outcome.Refused(ProblemType problem, Map<String, Object> properties) -> refusal(problem, properties);
        };
    }

    private static <T> ResponseEntity<T> refusal(ProblemType type, Map<String, Object> properties) {
        ProblemDetail problem = Problems.of(type);
        properties.forEach(problem::setProperty);
        return type.status() == 503 ? Problems.retryLater(problem) : Problems.answer(problem);
    }
}
