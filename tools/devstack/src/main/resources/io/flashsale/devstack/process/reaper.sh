#!/bin/sh
# Ends the processes that the pid files in a directory name, once the owner of the directory has ended.
# Usage: reaper.sh RUN_DIRECTORY OWNER_PID OWNER_START
#
# A pid file holds "PID START". START is what `start_of` computes here and ProcessIdentity computes in Java: a process
# whose start differs is another one that got the same pid, and is left alone.
run=$1 owner=$2 owner_start=$3
export LC_ALL=C

# Sets `start` to the start of process $1; empty if there is none, or only its zombie.
start_of() {
  start=
  if [ -r /proc/self/stat ]; then
    { read -r stat < "/proc/$1/stat"; } 2> /dev/null || return 0
    set -f
    # shellcheck disable=SC2086 # split on purpose; what comes before the last bracket may contain spaces
    set -- ${stat##*) }
    set +f
    # A killed process shows as a zombie while its other threads (field 18 from here) still hold its ports.
    case $1 in Z | X) [ "${18}" -gt 1 ] || return 0 ;; esac
    shift 19
    start=$1
  else
    # shellcheck disable=SC2046 # split on purpose: single spaces between the words, as in Java
    set -- $(ps -o stat=,lstart= -p "$1" 2> /dev/null)
    case ${1-Z} in Z* | X*) return 0 ;; esac
    shift
    start=$*
  fi
}

# Calls $1 with the pid of every process that is ours and alive; fails if there is none.
each() {
  found=1
  for file in "$run"/*.pid; do
    [ "$file" != "$run/reaper.pid" ] && [ -f "$file" ] || continue
    { read -r pid began < "$file"; } 2> /dev/null || continue
    start_of "$pid"
    if [ -n "$start" ] && [ "$start" = "$began" ]; then
      found=0
      "$1" "$pid"
    fi
  done
  return $found
}
end_gently() { kill -TERM "$1"; kill -CONT "$1"; } 2> /dev/null
end_now() { kill -KILL "$1"; } 2> /dev/null
look() { :; }

sleep 1
while :; do
  # Somebody else watches over this directory now, or it is gone: nothing here is ours any more.
  { read -r pid began < "$run/reaper.pid"; } 2> /dev/null || exit 0
  [ "$pid" = "$$" ] || exit 0
  start_of "$owner"
  [ "$start" = "$owner_start" ] || break
  sleep 1
done

echo "The owner, process $owner, has ended: ending what it left in $run"
each end_gently
waited=0
while each look && [ $waited -lt 20 ]; do
  sleep 1
  waited=$((waited + 1))
done
each end_now
rm -f "$run"/*.pid
