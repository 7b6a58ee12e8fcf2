package io.flashsale.commandline;

import picocli.CommandLine.Option;

/** What every command of ours understands, whatever else is typed. */
public abstract class CommandArguments {

    /** Asks for {@link CommandLineOptions#usage}, where it is the last option. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 1_000,
            description = "this text")
    public boolean help;
}
