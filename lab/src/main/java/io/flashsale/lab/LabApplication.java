package io.flashsale.lab;

import io.flashsale.lab.cases.command.CasesCommand;
import io.flashsale.lab.command.AuditCommand;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts the lab; or, with {@code audit} or {@code cases} as the first argument, runs that command and ends. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class LabApplication {

    public static void main(String[] args) {
        switch (args.length == 0 ? "" : args[0]) {
            case "audit" -> AuditCommand.main(List.of(args).subList(1, args.length));
            case "cases" -> CasesCommand.main(List.of(args).subList(1, args.length));
            default -> SpringApplication.run(LabApplication.class, args);
        }
    }
}
