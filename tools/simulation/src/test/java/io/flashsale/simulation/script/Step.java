package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import io.flashsale.simulation.redis.RedisModel.Identity;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** One step of a sequence. Each can follow any other, so that a part of a sequence is a sequence, too. */
sealed interface Step {

    /** A call of a script, and the rule of what it must do and answer. */
    non-sealed interface OfScript extends Step {

        /** The call; may refer to what the reference knows, such as the last entry of an outbox. */
        Call call(ReferenceState known);

        /** Changes the reference as the script must change Redis, and returns what it must answer. */
        CommandReply rule(ReferenceState known);

        /** Whether a replica, which only reads, refuses it. */
        default boolean isWrite() {
            return true;
        }

        /** The answer without what the rule leaves open. */
        default CommandReply comparable(CommandReply answer) {
            return answer;
        }
    }

    /** Something else that happens to the server. */
    non-sealed interface OfServer extends Step {

        void happenTo(Server server);

        void note(ReferenceState known);
    }

    record Call(String script, List<String> keys, List<String> arguments) {

        static Call of(String script, List<String> keys, Object... arguments) {
            return new Call(
                    script, keys, Arrays.stream(arguments).map(String::valueOf).toList());
        }
    }

    /** Where sequences run: the model of Redis, or a real server. */
    interface Server {

        CommandReply run(Call call);

        /** Lets time pass; on the model it may go back. */
        void pass(long millis);

        void become(UnaryOperator<Identity> after);

        void wipe();

        void lose(String key);

        void addEntry(String stream, List<String> fields);

        void put(String hash, String field, String value);
    }
}
