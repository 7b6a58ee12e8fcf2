# Finds the JDK for the scripts of this project; ./demo, ./test, ./bench, ./chaos, ./simulate, ./step, .ci/run, jmeter/run, tools/auditor/launch.sh,
# tests/stand-ins/make, and learn/lock-lab/cases, judge and update-matrix source it.
# Plain sh without side effects: it only defines functions.

needed=25

# Prints the major version of a java program; prints nothing if it is none.
major_of() {
  "$1" -version 2>&1 | sed -n 's/.*version "\([0-9][0-9]*\).*/\1/p' | head -n 1
}

# Prints the first java program of JDK $needed or newer: JAVA_HOME, the PATH, then where systems put JDKs.
find_java() {
  for java in "${JAVA_HOME:-/nowhere}/bin/java" "$(command -v java || echo /nowhere)" \
    /usr/lib/jvm/*/bin/java "$HOME"/.sdkman/candidates/java/*/bin/java \
    /Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java \
    "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java \
    "$HOME"/.jdks/*/bin/java /opt/java/*/bin/java; do
    [ -x "$java" ] || continue
    major=$(major_of "$java")
    if [ "${major:-0}" -ge "$needed" ]; then
      echo "$java"
      return 0
    fi
  done
  return 1
}

# Sets $java, or ends the script: require_java NAME STATUS, the script's name in its messages and its exit status. Also sees to it that
# JVMs can open all files that they need.
require_java() {
  # A JVM raises its own limit, which its children inherit, to this one.
  open_files=$(ulimit -Hn)
  if [ "$open_files" != unlimited ] && [ "$open_files" -lt 1024 ]; then
    echo "$1: a process may have only $open_files files open here (ulimit -Hn), and servers need 1024: raise that limit (nofile in /etc/security/limits.conf), or use another shell." >&2
    exit "$2"
  fi
  # In the locale C, a JVM cannot open a file with other letters than those of ASCII in its name.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in C | POSIX) export LC_ALL=C.UTF-8 ;; esac
  if ! java=$(find_java); then
    echo "$1: install a JDK $needed or newer (for example Temurin $needed), or set JAVA_HOME to one." >&2
    exit "$2"
  fi
}
