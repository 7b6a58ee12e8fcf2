package io.flashsale.commons.problem;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;

/**
 * Answers with a problem where Tomcat itself refuses a request, such as for a malformed target, header or transfer
 * encoding. By default Tomcat sends a page of its own.
 */
final class ProblemReportValve extends ErrorReportValve {

    private final ProblemResponses problems;

    ProblemReportValve(ProblemResponses problems) {
        this.problems = problems;
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
        AnswerHeaders.setOn(response); // an exception has removed the earlier ones
        try {
            problems.write(response, type);
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

    /**
     * The caller must change a version or an encoding that Tomcat does not support, so 501 and 505 count as the
     * caller's faults.
     */
    private static ProblemType typeOf(int status) {
        boolean unknown = status == 501 || status == 505;
        return unknown ? ProblemType.INVALID_REQUEST : Problems.typeOf(HttpStatusCode.valueOf(status));
    }
}
