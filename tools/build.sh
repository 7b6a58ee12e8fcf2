# Sourced by ./demo, ./bench, ./chaos, ./simulate, ./step, jmeter/run, tools/auditor/audit and tools/auditor/restore, with $root set: builds with Maven, and
# finds out if libraries are missing. Plain sh without side effects: it only defines functions.

# build NAME STATUS ARGUMENT...: runs `mvn package` with these arguments and without tests, or ends the script with this exit status, after
# a message that begins with this name.
build() {
  builder=$1 failed=$2
  shift 2
  if ! command -v mvn > /dev/null; then
    echo "$builder: the project must be built, and Maven is missing: install Maven 3.8 or newer (mvn)." >&2
    exit "$failed"
  fi
  log=$(mktemp)
  if ! (cd "$root" && mvn -q -B -DskipTests "$@" package) > "$log" 2>&1; then
    if grep -q -E 'offline mode|Could not transfer|Could not resolve|Unknown host|UnknownHost|Connection refused' "$log"; then
      echo "$builder: a library could not be fetched from Maven's repository: connect to it once, then run this again ($log has Maven's output)." >&2
    else
      grep -m 5 ERROR "$log" >&2 || tail -n 5 "$log" >&2
      echo "$builder: the build failed; all of Maven's output is in $log" >&2
    fi
    exit "$failed"
  fi
  rm -f "$log"
}

# lacks_library FILE: whether the class path in this file is missing, or a library of it, because Maven's repository was emptied.
lacks_library() {
  [ -f "$1" ] || return 0
  ! { tr ':' '\n' < "$1"; echo; } | while read -r library; do [ -z "$library" ] || [ -e "$library" ] || exit 1; done
}

# can_help JAR FILE ARGUMENT...: whether help is asked for, and this jar can print it as it is, with the class path in this file.
can_help() {
  [ -f "$1" ] && ! lacks_library "$2" || return 1
  shift 2
  case " $* " in *" --help "* | *" -h "*) ;; *) return 1 ;; esac
}
