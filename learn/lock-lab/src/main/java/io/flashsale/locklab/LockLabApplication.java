package io.flashsale.locklab;

import io.flashsale.locklab.command.CasesCommand;
import io.flashsale.locklab.command.JudgeCommand;
import io.flashsale.locklab.matrix.MatrixCommand;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the lock lab; or runs the command {@code cases}, {@code judge} or {@code matrix} and exits. */
@SpringBootApplication
public class LockLabApplication {

    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        switch (arguments.isEmpty() ? "" : arguments.getFirst()) {
            case "cases" -> CasesCommand.main(arguments.subList(1, args.length));
            case "judge" -> JudgeCommand.main(arguments.subList(1, args.length));
            case "matrix" -> MatrixCommand.main(arguments.subList(1, args.length));
            default -> SpringApplication.run(LockLabApplication.class, args);
        }
    }
}
