package io.flashsale.accounts.session;

import io.flashsale.contracts.session.EndedSessionList;
import io.swagger.v3.oas.annotations.Hidden;
import java.time.Instant;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells the gateway which tokens to refuse. */
@Hidden
@RestController
class EndedSessionsController {

    private final EndedSessions sessions;

    EndedSessionsController(EndedSessions sessions) {
        this.sessions = sessions;
    }

    @GetMapping(EndedSessionList.PATH)
    EndedSessionList since(@RequestParam long sinceMillis, @RequestParam(defaultValue = "0") long afterId) {
        return sessions.since(Instant.ofEpochMilli(sinceMillis), afterId);
    }
}
