package io.flashsale.auditor.source;

import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Waits for answers of Kafka. */
public final class KafkaAnswers {

    private KafkaAnswers() {}

    /**
     * The answer.
     *
     * @throws ExecutionException with Kafka's refusal
     * @throws SourceUnavailableException when there is no answer within {@link Source#TIMEOUT}
     */
    public static <T> T get(KafkaFuture<T> answer) throws ExecutionException {
        try {
            return answer.get(Source.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException silent) {
            throw new SourceUnavailableException(Source.KAFKA, silent);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SourceUnavailableException(Source.KAFKA, interrupted);
        }
    }
}
