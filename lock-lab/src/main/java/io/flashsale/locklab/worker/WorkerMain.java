package io.flashsale.locklab.worker;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A process in which clients buy. It does what it is told on its standard input, a line each, says on its standard output
 * what happens, and ends when its input ends.
 *
 * <pre>
 * open CASE ITEM k=v …      opened, or failed MESSAGE
 * fill UNITS                filled
 * left                      left UNITS
 * trace STEPS CLASS         step WORDS … for each of as many steps at most, from now until close
 * operation CLIENT OPERATION            done CLIENT OUTCOME [MESSAGE] when it has ended
 * hold CLIENT STEP          at CLIENT STEP once the client stands still there
 * go CLIENT                 (who stands still goes on)
 * raise CLIENT              (who stands still meets an exception there)
 * free CLIENT               (goes on, and stands still nowhere any more)
 * step CLIENT               before CLIENT TO COMMAND SOURCE whenever the client comes to a command, where it stands still
 * next CLIENT               (it carries that command out)
 * interrupt CLIENT          (its thread is interrupted, wherever it waits)
 * state CLIENT              state STATE: of the client's thread, as the JVM calls it
 * crowd FIRST BUYERS MILLIS crowd-left TOO_LATE [MESSAGE] when all have left
 * counts                    counts STEP=N … blocked=N (clients who wait for a monitor now)
 * close                     closed
 * </pre>
 */
public final class WorkerMain {

    private WorkerMain() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err); // what a library prints must not be taken for our words
        CommandHandler server = new CommandHandler(line -> {
            synchronized (out) {
                out.println(line);
            }
        });
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                server.hear(line);
            }
        } finally {
            Runtime.getRuntime().halt(0); // clients who stand still would keep us for ever
        }
    }
}
