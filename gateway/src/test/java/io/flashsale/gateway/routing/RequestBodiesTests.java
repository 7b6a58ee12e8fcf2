package io.flashsale.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.problem.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.DelegatingServletInputStream;
import org.springframework.mock.web.MockHttpServletRequest;

class RequestBodiesTests {

    private final AtomicLong now = new AtomicLong();
    private final BufferBudget budget = new BufferBudget(100_000, 100_000);

    private RequestBody read(InputStream body) {
        MockHttpServletRequest request = new MockHttpServletRequest() {
            @Override
            public DelegatingServletInputStream getInputStream() {
                return new DelegatingServletInputStream(body) {
                    @Override
                    public int read(byte[] to, int from, int length) throws IOException {
                        return body.read(to, from, length); // what has arrived, like a server's stream
                    }
                };
            }
        };
        request.addHeader("Transfer-Encoding", "chunked");
        return new RequestBodies(budget, now::get).read(request);
    }

    /** Comes byte by byte without an end, each after this time. */
    private InputStream endless(long nanos) {
        return new InputStream() {
            @Override
            public int read() {
                now.addAndGet(nanos);
                return 'x';
            }

            @Override
            public int read(byte[] to, int from, int length) {
                to[from] = (byte) read();
                return 1;
            }
        };
    }

    static InputStream failing(IOException fault) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw fault;
            }
        };
    }

    @Test
    void isGivenUpWhenAllOfItTakesTooLong() {
        long nanos = RequestBodies.TIMEOUT.toNanos() / 1_000;
        assertThat(read(endless(nanos)).fault()).isEqualTo(ProblemType.REQUEST_TIMEOUT);
    }

    @Test
    void isGivenUpWhenNothingComes() {
        assertThat(read(failing(new SocketTimeoutException())).fault()).isEqualTo(ProblemType.REQUEST_TIMEOUT);
        assertThat(read(failing(new IOException(new SocketTimeoutException()))).fault())
                .isEqualTo(ProblemType.REQUEST_TIMEOUT);
    }

    @Test
    void isInvalidWhenItBreaksOff() {
        assertThat(read(failing(new IOException("reset"))).fault()).isEqualTo(ProblemType.INVALID_REQUEST);
    }

    @Test
    void isTooLargeBeforeItHasCome() {
        assertThat(read(endless(0)).fault()).isEqualTo(ProblemType.PAYLOAD_TOO_LARGE);
    }

    @Test
    void takesOfTheBudgetUntilItIsClosedAndNothingWhenItIsRefused() {
        InputStream large = new ByteArrayInputStream(new byte[60_000]);
        RequestBody held = read(large);
        assertThat(held.fault()).isNull();
        assertThat(budget.taken()).isPositive();
        long taken = budget.taken();
        assertThat(read(new ByteArrayInputStream(new byte[60_000])).fault()).isEqualTo(ProblemType.SERVICE_UNAVAILABLE);
        assertThat(read(new ByteArrayInputStream(new byte[8_000])).fault()).isNull();
        assertThat(budget.taken()).isEqualTo(taken);
        held.close();
        assertThat(budget.taken()).isZero();
        read(new ByteArrayInputStream(new byte[70_000]));
        read(new SequenceInputStream(
                new ByteArrayInputStream(new byte[60_000]), failing(new SocketTimeoutException())));
        assertThat(budget.taken()).isZero();
    }
}
