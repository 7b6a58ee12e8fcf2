package io.flashsale.commandline;

import picocli.CommandLine.Option;

/** The options that all our commands share. */
public abstract class CommandArguments {

    /** Asks for {@link CommandLineOptions#usage}, if it is the last option. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 1_000,
            description = "this text")
    public boolean help;
}
