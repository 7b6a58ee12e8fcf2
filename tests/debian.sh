# Finds Debian's packages for tests/newer-servers, tests/arm64 and tests/stand-ins, which source it and have a function fail.
# Plain sh without side effects: it only defines a function.

# The Debian mirror that apt uses here.
debian_mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1 | grep . \
    || fail "apt knows no Debian mirror here: apt-get update first"
}
