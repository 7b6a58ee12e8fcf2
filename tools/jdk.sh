# Finds the JDK for the scripts of this project; ./demo, ./test, ./bench, ./chaos, .ci/run, jmeter/run, tools/auditor/audit, learn/lock-lab/cases and
# learn/lock-lab/judge source it.
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

# Sets $java, or ends the script: require_java NAME STATUS, the script's name in its messages and its exit status.
require_java() {
  if ! java=$(find_java); then
    echo "$1: install a JDK $needed or newer (for example Temurin $needed), or set JAVA_HOME to one." >&2
    exit "$2"
  fi
}
