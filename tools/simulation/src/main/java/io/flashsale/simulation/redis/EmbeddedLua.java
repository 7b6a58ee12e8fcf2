package io.flashsale.simulation.redis;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LoadState;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.BaseLib;
import org.luaj.vm2.lib.MathLib;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.TableLib;
import org.luaj.vm2.lib.TwoArgFunction;
import org.luaj.vm2.lib.VarArgFunction;

/**
 * Runs the scripts of Redis on {@link RedisModel}s, in an interpreter of Lua.
 *
 * <p>Guarantees that each script runs unchanged and alone, as in Redis: with {@code KEYS}, {@code ARGV},
 * {@code redis.call} and {@code redis.pcall}, without further global variables.
 *
 * <p>Is Lua 5.2 where Redis has 5.1. What the scripts use of both is the same, but for {@code unpack} and
 * {@code string.format}, which are defined here. A format other than {@code %.0f} throws.
 *
 * <p>Not thread-safe.
 */
public final class EmbeddedLua {

    /** Up to here a double holds each whole number. */
    private static final double LARGEST_WHOLE = 1L << 53;

    private static final LuaString STATUS_FIELD = LuaValue.valueOf("ok");
    private static final LuaString ERROR_FIELD = LuaValue.valueOf("err");
    private static final LuaString KEYS = LuaValue.valueOf("KEYS");
    private static final LuaString ARGV = LuaValue.valueOf("ARGV");

    private final Globals globals = new Globals();
    private final Map<String, LuaClosure> compiled = new HashMap<>();
    private @Nullable RedisModel server;

    public EmbeddedLua() {
        globals.load(new BaseLib());
        globals.load(new PackageLib());
        globals.load(new TableLib());
        globals.load(new StringLib());
        globals.load(new MathLib());
        LoadState.install(globals);
        LuaC.install(globals);
        globals.set("unpack", globals.get("table").get("unpack"));
        globals.get("string").set("format", new WholeNumberFormat());
        LuaTable redis = new LuaTable();
        redis.set("call", new RedisCall());
        redis.set("pcall", new RedisProtectedCall());
        globals.set("redis", redis);
        globals.set(KEYS, LuaValue.FALSE);
        globals.set(ARGV, LuaValue.FALSE);
        globals.setmetatable(metatableThatForbidsNewGlobals());
    }

    private static LuaTable metatableThatForbidsNewGlobals() {
        LuaTable metatable = new LuaTable();
        metatable.set(LuaValue.INDEX, new TwoArgFunction() {
            @Override
            public LuaValue call(LuaValue table, LuaValue name) {
                throw new LuaError("Script attempted to access nonexistent global variable '" + name + "'");
            }
        });
        metatable.set(LuaValue.NEWINDEX, new VarArgFunction() {
            @Override
            public Varargs invoke(Varargs tableNameValue) {
                throw new LuaError(
                        "Attempt to modify a readonly table, global variable '" + tableNameValue.arg(2) + "'");
            }
        });
        return metatable;
    }

    /**
     * Runs a script.
     *
     * @throws ErrorReplyException if the script fails, as Redis would answer; what it wrote before stays
     * @throws UnsupportedOperationException if it uses what the model does not know
     */
    public CommandReply run(String script, RedisModel on, List<String> keys, List<String> arguments) {
        LuaClosure closure = compiled.computeIfAbsent(script, this::compile);
        globals.set(KEYS, table(keys));
        globals.set(ARGV, table(arguments));
        server = on;
        try {
            return reply(closure.call());
        } catch (LuaError failed) {
            if (failed.getCause() instanceof UnsupportedOperationException unknown) {
                throw unknown;
            }
            throw new ErrorReplyException("ERR " + failed.getMessage());
        } finally {
            server = null;
        }
    }

    private LuaClosure compile(String script) {
        try {
            byte[] text = script.getBytes(StandardCharsets.UTF_8);
            return new LuaClosure(globals.compilePrototype(new ByteArrayInputStream(text), "script"), globals);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static LuaTable table(List<String> texts) {
        LuaValue[] values = new LuaValue[texts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = LuaValue.valueOf(texts.get(i));
        }
        return LuaValue.listOf(values);
    }

    /** What a script returns, as Redis turns it into a reply: numbers lose their fractions, a list ends at a nil. */
    private static CommandReply reply(LuaValue value) {
        return switch (value.type()) {
            case LuaValue.TSTRING -> CommandReply.of(value.tojstring());
            case LuaValue.TNUMBER -> CommandReply.of(value.tolong());
            case LuaValue.TBOOLEAN -> value.toboolean() ? CommandReply.of(1) : CommandReply.NIL;
            case LuaValue.TTABLE -> reply((LuaTable) value);
            default -> CommandReply.NIL;
        };
    }

    private static CommandReply reply(LuaTable table) {
        LuaValue error = table.rawget(ERROR_FIELD);
        if (!error.isnil()) {
            throw new ErrorReplyException(error.tojstring());
        }
        LuaValue status = table.rawget(STATUS_FIELD);
        if (!status.isnil()) {
            return new CommandReply.Status(status.tojstring());
        }
        List<CommandReply> elements = new ArrayList<>();
        for (int i = 1; !table.rawget(i).isnil(); i++) {
            elements.add(reply(table.rawget(i)));
        }
        return new CommandReply.Many(elements);
    }

    /** What a command answers, as Redis gives it to a script: nothing becomes false. */
    private static LuaValue value(CommandReply reply) {
        return switch (reply) {
            case CommandReply.Nil _ -> LuaValue.FALSE;
            case CommandReply.Whole(long number) -> LuaValue.valueOf(number);
            case CommandReply.Text(String text) -> LuaValue.valueOf(text);
            case CommandReply.Status(String word) -> {
                LuaTable status = new LuaTable();
                status.set(STATUS_FIELD, LuaValue.valueOf(word));
                yield status;
            }
            case CommandReply.Many(List<CommandReply> elements) -> {
                LuaValue[] values = new LuaValue[elements.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = value(elements.get(i));
                }
                yield LuaValue.listOf(values);
            }
        };
    }

    private CommandReply send(Varargs command) {
        if (server == null) {
            throw new IllegalStateException("no script runs");
        }
        String[] arguments = new String[command.narg() - 1];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(command.arg(i + 2));
        }
        return server.call(command.checkjstring(1), arguments);
    }

    private static String argument(LuaValue value) {
        return switch (value.type()) {
            case LuaValue.TSTRING -> value.tojstring();
            case LuaValue.TNUMBER -> withoutFraction(value.todouble());
            default -> throw new LuaError("Lua redis lib command arguments must be strings or integers");
        };
    }

    /** Redis would write a fraction with 17 digits; no script sends one. */
    private static String withoutFraction(double number) {
        if (number != Math.rint(number)) {
            throw Command.unknown("the argument " + number);
        }
        return wholeDigits(number);
    }

    private static String wholeDigits(double number) {
        if (Math.abs(number) > LARGEST_WHOLE) {
            throw Command.unknown("the number " + number);
        }
        boolean isNegativeZero = number == 0 && 1 / number < 0;
        return isNegativeZero ? "-0" : Long.toString((long) Math.rint(number));
    }

    private final class RedisCall extends VarArgFunction {

        @Override
        public Varargs invoke(Varargs command) {
            try {
                return value(send(command));
            } catch (ErrorReplyException error) {
                throw new LuaError(error);
            }
        }
    }

    private final class RedisProtectedCall extends VarArgFunction {

        @Override
        public Varargs invoke(Varargs command) {
            try {
                return value(send(command));
            } catch (ErrorReplyException error) {
                LuaTable answer = new LuaTable();
                answer.set(ERROR_FIELD, LuaValue.valueOf(error.getMessage()));
                return answer;
            }
        }
    }

    /** {@code string.format('%.0f', number)}: LuaJ's own ignores the precision. */
    private static final class WholeNumberFormat extends VarArgFunction {

        @Override
        public Varargs invoke(Varargs formatAndNumber) {
            String format = formatAndNumber.checkjstring(1);
            if (!format.equals("%.0f")) {
                throw Command.unknown("the format " + format);
            }
            return LuaValue.valueOf(wholeDigits(formatAndNumber.checkdouble(2)));
        }
    }
}
