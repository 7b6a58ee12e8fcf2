#!/bin/sh
# Names the tests that `mvn verify` leaves out because they take long (the tag "long"), says how many break the whole system for
# hours (the tag "chaos"), which CI leaves out, too, and how to run them.
cd "$(dirname "$0")/.." || exit 1

echo "Left out of this run, because they take long:"
find ./*/src/test/java -name '*IT.java' | sort | xargs awk '
  FNR == 1 { tagged = 0 }
  /^ *@Tag\("long"\)/ { tagged = 1 }
  tagged && match($0, /(class|void) [A-Za-z0-9_]+/) {
    split(FILENAME, path, "/")
    name = FILENAME
    gsub(/.*\/|\.java$/, "", name)
    split(substr($0, RSTART, RLENGTH), words, " ")
    printf "  %-14s %s%s\n", path[2], name, words[1] == "class" ? "" : "." words[2]
    tagged = 0
  }'
chaos=$(find ./*/src/test/java -name '*IT.java' | xargs grep -h '^ *@Tag("chaos")' | wc -l)
echo "Left out here and by CI: $((chaos)) tests that break or load the whole system, for hours: mvn verify -P chaos"
echo "To run them too: mvn verify -P thorough; only them: mvn verify -P thorough -Dgroups=long"
