package io.flashsale.gateway.edge;

import io.flashsale.commons.problem.AnswerHeaders;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** Sets the headers of all answers. Runs first, so that refusals of the server itself have them, too. */
final class AnswerHeadersValve extends ValveBase {

    AnswerHeadersValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        AnswerHeaders.setOn(response);
        getNext().invoke(request, response);
    }
}
