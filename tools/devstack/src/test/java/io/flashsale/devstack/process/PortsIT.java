package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class PortsIT {

    /** Another JVM: reserves a port, says whether it could, and lives until its input ends. */
    static final class Other {

        public static void main(String[] arguments) throws IOException {
            System.out.println(Ports.reserve(Integer.parseInt(arguments[0])));
            System.in.readAllBytes();
        }
    }

    @Test
    void aPortThatALivingJvmHasHandedOutIsNobodyElses() throws Exception {
        String port =
                Integer.toString(ThreadLocalRandom.current().nextInt(1_024, 20_000)); // outside the range of free()
        try (ChildJvm holder = ChildJvm.run(Other.class, port)) {
            assertThat(holder.firstLine()).isEqualTo("true");
            assertThat(answer(port)).isEqualTo("false");
            assertThat(Ports.reserve(Integer.parseInt(port))).isFalse();
            holder.killDashNine();
        }
        assertThat(answer(port)).isEqualTo("true");
    }

    private static String answer(String port) throws IOException {
        try (ChildJvm other = ChildJvm.run(Other.class, port)) {
            return other.firstLine();
        }
    }
}
