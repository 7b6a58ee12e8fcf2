package io.flashsale.locklab;

import io.flashsale.locklab.command.CasesCommand;
import io.flashsale.locklab.matrix.MatrixCommand;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts the lock lab; or, with {@code cases} or {@code matrix} as the first argument, runs that command and ends. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class LockLabApplication {

    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0 && args[0].equals("cases")) {
            CasesCommand.main(List.of(args).subList(1, args.length));
        } else if (args.length > 0 && args[0].equals("matrix")) {
            MatrixCommand.main(List.of(args).subList(1, args.length));
        } else {
            SpringApplication.run(LockLabApplication.class, args);
        }
    }
}
