#!/bin/sh
# left-out.sh usual|thorough|chaos: names the tests that this run of `mvn verify` leaves out, and how to run them. The tag "long" is
# for tests that take long, which only the usual run leaves out; "chaos" for those that break or load the whole system, or go
# through all of the lock lab: together they take hours, and nothing runs them but the profile of this name, once a week in
# .github/workflows/chaos.yml.
cd "$(dirname "$0")/.." || exit 1

# with TAG: the classes and methods that have it, a line each.
with() {
  find ./*/src/test/java -name '*IT.java' | sort | xargs awk -v tag="^ *@Tag[(]\"$1\"[)]" '
    FNR == 1 { tagged = 0 }
    $0 ~ tag { tagged = 1 }
    tagged && match($0, /(class|void) [A-Za-z0-9_]+/) {
      split(FILENAME, path, "/")
      name = FILENAME
      gsub(/.*\/|\.java$/, "", name)
      split(substr($0, RSTART, RLENGTH), words, " ")
      printf "  %-14s %s%s\n", path[2], name, words[1] == "class" ? "" : "." words[2]
      tagged = 0
    }'
}

case ${1:-usual} in
  usual)
    echo "Left out of this run, because they take long:"
    with long
    echo "Left out here and by .ci/run: $(($(with chaos | wc -l))) tests, which together take hours: mvn verify -P chaos"
    echo "To run them too: mvn verify -P thorough; only them: mvn verify -P thorough -Dgroups=long"
    ;;
  thorough)
    echo "Left out of this run, because together they take hours:"
    with chaos
    echo "To run them, as .github/workflows/chaos.yml does once a week: mvn verify -P chaos"
    ;;
  chaos)
    echo "Left out of this run: all tests but those with the tag chaos: mvn verify -P thorough"
    ;;
  *)
    echo "usage: left-out.sh usual|thorough|chaos" >&2
    exit 2
    ;;
esac
