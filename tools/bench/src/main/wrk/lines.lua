-- Sends one request for each line "METHOD PATH TOKEN BODY" of a file, for one thread of wrk. TOKEN and BODY may be
-- missing; BODY is JSON without spaces.
--
--   wrk --threads=1 --connections=N ... --script=lines.lua URL -- FILE N once|loop
--
-- "once" sends each line once and ends wrk after the last answer; "loop" repeats the lines until wrk's time is over.
-- Prints one line of JSON at the end.
--
-- There is no response(), because wrk would then parse every header in Lua and measure itself. There is no
-- delay(), because wrk would then set a timer before each request. wrk calls request() for a connection when its
-- previous request was answered. So the last answer has come when all connections have got an empty request, for
-- which wrk sends nothing and waits.
local ffi = require("ffi")
ffi.cdef([[
  typedef struct { long seconds, micros; } timeval;
  int gettimeofday(timeval *time, void *zone);
  int getpid(void);
  int kill(int process, int signal);
]])

local SIGINT = 2 -- at which wrk ends and prints what it has seen

local function now()
  local time = ffi.new("timeval")
  ffi.C.gettimeofday(time, nil)
  return tonumber(time.seconds) * 1e6 + tonumber(time.micros)
end

local sender

function setup(thread)
  sender = thread
end

function init(arguments)
  local connections = tonumber(arguments[2])
  local once = arguments[3] == "once"
  local lines, position, idle = {}, 0, 0
  began, ended = 0, 0
  for line in io.lines(arguments[1]) do
    local method, path, token, body = line:match("^(%S+) (%S+) ?(%S*) ?(%S*)$")
    local headers = { ["Content-Length"] = method == "POST" and #body or nil }
    if body ~= "" then headers["Content-Type"] = "application/json" end
    if token ~= "" then headers["Authorization"] = "Bearer " .. token end
    lines[#lines + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end

  local function nothing()
    idle = idle + 1
    if idle == connections then
      ended = now()
      ffi.C.kill(ffi.C.getpid(), SIGINT)
    end
    return ""
  end

  -- wrk calls request() once to look at its result, before it sends anything.
  local looked = false
  function request()
    if not looked then
      looked = true
      return lines[1]
    end
    if began == 0 then began = now() end
    if position == #lines then
      if once then return nothing() end
      position = 0
    end
    position = position + 1
    return lines[position]
  end
end

function done(summary, latency, requests)
  local errors = summary.errors
  local began, ended = sender:get("began"), sender:get("ended")
  local micros = ended > 0 and ended - began or summary.duration
  io.write(string.format(
    'RESULT {"requests":%d,"micros":%d,"refused":%d,"broken":%d}\n',
    summary.requests, micros, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
