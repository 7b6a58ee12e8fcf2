package io.flashsale.commons.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Records what a logger writes during each test. */
public final class RecordedLog implements BeforeEachCallback, AfterEachCallback {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();

    public RecordedLog(String name) {
        this.logger = (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        written.start();
        logger.addAppender(written);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        logger.detachAppender(written);
        written.list.clear();
    }

    public List<ILoggingEvent> events() {
        return written.list;
    }

    public List<String> lines() {
        return written.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
