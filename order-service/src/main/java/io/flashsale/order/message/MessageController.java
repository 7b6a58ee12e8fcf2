package io.flashsale.order.message;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Shows shoppers their messages. */
@RestController
@RequestMapping("/api/messages")
class MessageController {

    private static final int MAX_SIZE = 100;

    /** Nobody counts further. */
    private static final int MAX_COUNT = 100;

    private final MessageMapper messages;

    MessageController(MessageMapper messages) {
        this.messages = messages;
    }

    /** @param older the {@code before} of the next page; null if this is the last */
    record MessagePage(
            List<Message> items,

            @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
            Long older) {}

    /** @param count up to {@value #MAX_COUNT} */
    record Unseen(int count) {}

    record SeenMessages(
            @NotNull @Size(min = 1, max = MAX_SIZE) List<@NotNull Long> ids) {}

    @ApiCall(value = "My messages, newest first, page by page", refusals = ProblemType.INVALID_REQUEST)
    @GetMapping
    MessagePage mine(
            Shopper shopper,
            @RequestParam(defaultValue = "" + Long.MAX_VALUE) long before,
            @RequestParam(defaultValue = "20") int size) {
        if (size < 1 || size > MAX_SIZE) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "size is 1 to " + MAX_SIZE + ".");
        }
        List<Message> some = messages.ofUser(shopper.id(), before, size + 1);
        List<Message> items = some.stream().limit(size).toList();
        return new MessagePage(items, some.size() > size ? items.getLast().id() : null);
    }

    @ApiCall("How many of my messages no page has shown yet, up to 100")
    @GetMapping("/unseen")
    Unseen unseen(Shopper shopper) {
        return new Unseen(messages.unseen(shopper.id(), MAX_COUNT));
    }

    @ApiCall(value = "A page has shown these messages", status = 204, refusals = ProblemType.INVALID_REQUEST)
    @PostMapping("/seen")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void seen(Shopper shopper, @Valid @RequestBody SeenMessages shown) {
        messages.markSeen(shopper.id(), shown.ids());
    }
}
