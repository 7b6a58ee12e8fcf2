package io.flashsale.lab;

import io.flashsale.lab.command.AuditCommand;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts the lab; or, with {@code audit} as the first argument, audits a sale and ends. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class LabApplication {

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("audit")) {
            AuditCommand.main(List.of(args).subList(1, args.length));
        } else {
            SpringApplication.run(LabApplication.class, args);
        }
    }
}
