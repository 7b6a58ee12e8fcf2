package io.flashsale.controlroom;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

@SpringBootApplication
@ConfigurationPropertiesScan
public class ControlRoomApplication {

    public static void main(String[] args) {
        SpringApplication.run(ControlRoomApplication.class, args);
    }
}
