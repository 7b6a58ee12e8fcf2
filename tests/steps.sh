# Runs the steps of tests/containers, tests/kube-play and tests/arm64, which source it, one after another.
# Plain sh without side effects: it only defines functions. They need $usage, which lists the steps, $root, $work, a folder for files
# and logs, and two functions: do_step STEP, and clean_up STATUS, which is called at the end.

fail() {
  echo "${0##*/}: $1" >&2
  exit 1
}

finish() {
  status=$?
  clean_up $status
  [ $status -eq 0 ] || echo "${0##*/}: $step failed; the logs are in $work" >&2
  exit $status
}

# run_steps ARGUMENT...: does what $usage says of these arguments.
run_steps() {
  case " ${*:---help} " in
    *" --help "* | *" -h "*)
      echo "$usage"
      exit 0
      ;;
  esac
  [ "$(id -u)" -eq 0 ] || fail "run it as root"
  steps=$(echo "$usage" | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
  [ "$*" != all ] || set -- $steps
  for step in "$@"; do
    echo "$steps" | grep -qxF -- "$step" || fail "there is no step $step: tests/${0##*/} --help"
  done
  cd "$root"
  mkdir -p "$work"
  trap finish EXIT
  for step in "$@"; do
    begin=$(date +%s)
    do_step "$step"
    echo "==> $step: $(($(date +%s) - begin)) s"
  done
}
