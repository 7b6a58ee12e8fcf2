-- Sends one request for each line "METHOD PATH TOKEN" of a file (TOKEN may be missing); each thread has its share.
--
--   wrk ... --script lines.lua URL -- FILE THREADS once|loop
--
-- "once" ends the thread with its last line, so nobody asks twice; "loop" begins again. Prints one line of JSON at the
-- end. There is no response(): with it wrk would parse every header in Lua, and measure itself.
local started = 0

function setup(thread)
  thread:set("share", started)
  started = started + 1
end

function init(arguments)
  local file, threads = arguments[1], tonumber(arguments[2])
  once = arguments[3] == "once"
  lines = {}
  position = 0
  local number = 0
  for line in io.lines(file) do
    if number % threads == share then
      local method, path, token = line:match("^(%S+) (%S+) ?(%S*)$")
      local headers = { ["Content-Length"] = method == "POST" and "0" or nil }
      if token ~= "" then headers["Authorization"] = "Bearer " .. token end
      lines[#lines + 1] = wrk.format(method, path, headers)
    end
    number = number + 1
  end
end

function request()
  position = position + 1
  if position > #lines then
    if once then
      wrk.thread:stop()
    end
    position = 1
  end
  return lines[position]
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"micros":%d,"refused":%d,"broken":%d,"p50Micros":%d,"p99Micros":%d}\n',
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
