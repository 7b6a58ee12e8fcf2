# Runs a command of the auditor for the scripts beside it, which set $name and $class.
set -eu

root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd -P)
. "$root/tools/jdk.sh"
. "$root/tools/build.sh"

require_java "$name" 2
jar="$root/tools/auditor/target/auditor.jar"
classpath="$root/tools/auditor/target/audit.classpath"
if [ ! -f "$jar" ] || lacks_library "$classpath"; then
  echo "$name: $jar is not built, or a library of it is missing: start ./demo once, or run mvn -DskipTests package." >&2
  exit 2
fi
exec "$java" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --sun-misc-unsafe-memory-access=allow \
  --enable-native-access=ALL-UNNAMED "-Dflashsale.root=$root" -cp "$jar:$(cat "$classpath")" \
  "io.flashsale.auditor.command.$class" "$@"
