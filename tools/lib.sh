# Steps of the check scripts: each is announced, timed and counted; a failed step does not keep the others from running.
passed=0
failed=0
failures=()

step() {
  local title=$1
  shift
  local begun=$SECONDS
  echo "== $title"
  if "$@"; then
    passed=$((passed + 1))
    echo "-- ok: $title ($((SECONDS - begun)) s)"
  else
    failed=$((failed + 1))
    failures+=("$title")
    echo "-- FAILED: $title ($((SECONDS - begun)) s)"
  fi
}

# The closing line, and the exit status that goes with it.
conclude() {
  if [ "$failed" -gt 0 ]; then
    printf 'failed: %s\n' "${failures[@]}"
  fi
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
