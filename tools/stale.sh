# Sourced by ./demo, ./step and jmeter/run, with $root set: finds out if a module's jar is missing, or older than a source of it.
# The POMs name the sources: the module, the project's libraries, and files from outside the module.

# The folder of a module, which has the module's name: folder_of control-room is tools/control-room.
folders=$(sed -n 's|.*<module>\(.*\)</module>.*|\1|p' "$root/pom.xml")
folder_of() {
  for folder in $folders; do
    case "/$folder" in */"$1") echo "$folder"; return ;; esac
  done
}

# The given modules, and all modules that their jars contain.
with_libraries() {
  modules=$*
  for module in "$@"; do
    for library in $(awk '
      /<dependency>/ { ours = 0; library = ""; not_in_jar = 0 }
      /<groupId>io\.flashsale</ { ours = 1 }
      /<artifactId>/ && library == "" { gsub(/.*<artifactId>|<.*/, ""); library = $0 }
      /<scope>test</ || /<type>pom</ { not_in_jar = 1 }
      /<\/dependency>/ { if (ours && !not_in_jar) print library }' "$root/$(folder_of "$module")/pom.xml"); do
      case " $modules " in *" $library "*) ;; *) modules="$modules $library" ;; esac
    done
  done
  if [ "$modules" = "$*" ]; then echo "$modules"; else with_libraries $modules; fi
}

# Files from outside the module that go into the jar, as patterns of find below the root.
taken_from_elsewhere() {
  awk '
    /<plugins>/ { exit }
    /<directory>/ {
      gsub(/.*<directory>|<.*/, "")
      elsewhere = sub(/^(\.\.|\$\{flashsale\.root\})\/?/, "")
      folder = $0 == "" ? "" : $0 "/"
      patterns = 0
    }
    /<include>/ && elsewhere { gsub(/.*<include>|<.*/, ""); gsub(/\*\*\//, ""); print folder $0; patterns++ }
    /<\/resource>/ { if (elsewhere && !patterns) print folder "*"; elsewhere = 0 }' "$root/$1/pom.xml"
}

# Files below $1, and folders, which become newer when a file is removed.
has_newer() {
  [ -e "$1" ] && [ -n "$(find "$1" -path "$2" -newer "$jar" -print | head -n 1)" ]
}

is_stale() {
  jar="$root/$(folder_of "$1")/target/$1.jar"
  [ -f "$jar" ] || return 0
  has_newer "$root/pom.xml" "*" && return 0
  for made_from in $(with_libraries "$1"); do
    made_from=$(folder_of "$made_from")
    has_newer "$root/$made_from/pom.xml" "*" && return 0
    has_newer "$root/$made_from/src/main" "*" && return 0
    taken_from_elsewhere "$made_from" | while read -r pattern; do
      start=${pattern%%\**}
      has_newer "$root/${start%/*}" "$root/$pattern" && exit 1
      :
    done || return 0
  done
  return 1
}
