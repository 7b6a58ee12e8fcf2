package io.flashsale.commons.problem;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * What Tomcat refuses before any of our code has seen it, such as a malformed target, header or transfer encoding, is a
 * problem too, where Tomcat would send a page of its own.
 */
final class ProblemReportValve extends ErrorReportValve {

    private final JsonMapper json;

    ProblemReportValve(JsonMapper json) {
        this.json = json;
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable fault) {
        if (response.getStatus() < 400
                || response.getContentWritten() > 0
                || !response.setErrorReported()
                || !canBeSent(response)) {
            return;
        }
        ProblemType type = typeOf(response.getStatus());
        if (type == ProblemType.INVALID_REQUEST) {
            SecurityLog.refused(Refusal.MALFORMED, request, 0);
        }
        byte[] body = json.writeValueAsString(Problems.of(type)).getBytes(StandardCharsets.UTF_8);
        AnswerHeaders.setOn(response); // an exception has taken away those that were there
        response.setStatus(type.status());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        try {
            response.getOutputStream().write(body);
            response.finishResponse();
        } catch (IOException | IllegalStateException callerHasGone) {
            response.setSuspended(true);
        }
    }

    private static boolean canBeSent(Response response) {
        AtomicBoolean allowed = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, allowed);
        return allowed.get();
    }

    /** A version or an encoding that Tomcat does not speak is for the caller to change, whatever 501 and 505 say. */
    private static ProblemType typeOf(int status) {
        boolean unknown = status == 501 || status == 505;
        return unknown ? ProblemType.INVALID_REQUEST : Problems.typeOf(HttpStatusCode.valueOf(status));
    }
}
