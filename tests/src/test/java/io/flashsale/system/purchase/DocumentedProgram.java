package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the Java program of docs/lottery.md as any reader would; it shares no code with the shop. */
final class DocumentedProgram {

    private static final Pattern JAVA = Pattern.compile("```java\n(static long place.*?)```", Pattern.DOTALL);

    private DocumentedProgram() {}

    /** The places of numbers 1 to n. */
    static List<Long> places(Path folder, String seed, long n) throws IOException, InterruptedException {
        Path program = Files.writeString(folder.resolve("Places.java"), """
                import java.nio.ByteBuffer;
                import java.util.HexFormat;
                import javax.crypto.Mac;
                import javax.crypto.spec.SecretKeySpec;

                public class Places {
                    public static void main(String[] arguments) throws Exception {
                        byte[] seed = HexFormat.of().parseHex(arguments[0]);
                        long n = Long.parseLong(arguments[1]);
                        for (long number = 1; number <= n; number++) {
                            System.out.println(place(seed, n, number));
                        }
                    }

                %s
                }
                """.formatted(documented()));
        Path output = folder.resolve("places.txt");
        Process running = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        program.toString(),
                        seed,
                        Long.toString(n))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(running.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(running.exitValue()).as(Files.readString(output)).isZero();
        return Files.readAllLines(output).stream().map(Long::valueOf).toList();
    }

    private static String documented() throws IOException {
        Matcher found = JAVA.matcher(Files.readString(ProjectRoot.find().resolve("docs/lottery.md")));
        assertThat(found.find()).as("the program of docs/lottery.md").isTrue();
        return found.group(1);
    }
}
