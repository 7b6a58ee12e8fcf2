import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/** Version 1 of five: the stock is read, tested and written, and no lock is around it. */
public class DeductStock1 implements LockScheme {

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        work.run(Work.NO_TOKEN);
        return true;
    }
}
