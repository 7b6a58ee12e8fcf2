package io.flashsale.simulation.redis;

/**
 * A command of Redis.
 *
 * @param isWrite whether only a master runs it
 * @param min fewest arguments after its name
 * @param max most of them
 */
record Command(boolean isWrite, int min, int max, Effect effect) {

    static final int ANY_NUMBER = Integer.MAX_VALUE;

    /** What the command does to the keys, and answers. */
    @FunctionalInterface
    interface Effect {
        CommandReply on(Keyspace keys, String[] arguments);
    }

    static Command read(int min, int max, Effect effect) {
        return new Command(false, min, max, effect);
    }

    static Command read(int arguments, Effect effect) {
        return read(arguments, arguments, effect);
    }

    static Command write(int min, int max, Effect effect) {
        return new Command(true, min, max, effect);
    }

    static Command write(int arguments, Effect effect) {
        return write(arguments, arguments, effect);
    }

    CommandReply run(String name, Keyspace keys, String[] arguments) {
        if (arguments.length < min || arguments.length > max) {
            throw new ErrorReplyException("ERR wrong number of arguments for '" + name + "' command");
        }
        return effect.on(keys, arguments);
    }

    /** Reads a number as strictly as Redis: {@code -0}, {@code +1} and {@code 01} are none. */
    static long whole(String argument) {
        try {
            long number = Long.parseLong(argument);
            if (Long.toString(number).equals(argument)) {
                return number;
            }
        } catch (NumberFormatException _) {
            // the same error
        }
        throw new ErrorReplyException("ERR value is not an integer or out of range: " + argument);
    }

    /** Fails the simulation, not the script: the model is too small for this call. */
    static UnsupportedOperationException unknown(String what) {
        return new UnsupportedOperationException("the model of Redis does not know " + what);
    }
}
