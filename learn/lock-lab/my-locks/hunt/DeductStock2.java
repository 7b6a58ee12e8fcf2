import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/** Version 2 of five: version 1 inside a monitor. */
public class DeductStock2 implements LockScheme {

    @Override
    public synchronized boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        work.run(Work.NO_TOKEN);
        return true;
    }
}
