#!/bin/sh
# The agent of the benchmark: starts at once, says when that was, and speaks just enough of the
# CLI's protocol. The same program is started by the reference of P-03.
case "$1" in
  --version) echo "2.1.332 (benchmark agent)"; exit 0 ;;
  auth) echo '{"loggedIn":true,"authMethod":"benchmark"}'; exit 0 ;;
esac
echo "$SIGNALBOX_RUN_ID $(date +%s%N)" >> "$BENCH_STARTS"
if [ "$#" -eq 0 ]; then exit 0; fi

session=""
while [ "$#" -gt 0 ]; do
  case "$1" in --session-id | --resume) session="$2" ;; esac
  shift
done
result() {
  printf '{"type":"result","subtype":"success","is_error":false,"result":"done","num_turns":1,"duration_ms":1,"total_cost_usd":0,"usage":{},"modelUsage":{},"session_id":"%s"}\n' "$session"
}

# A prompt that speaks of holding on keeps the turn open until the next line: the benchmark writes
# the output meanwhile. An agent outlives the board, but it must not outlive the benchmark, which touches
# a file: in a pid namespace of its own it could not see the process.
hold() {
  (while [ "$(($(date +%s) - $(stat -c %Y "$BENCH_ALIVE")))" -lt 15 ]; do sleep 1; done; kill "$$") >/dev/null 2>&1 &
}
while IFS= read -r line; do
  case "$line" in
    *'"type":"user"'*)
      printf '{"type":"system","subtype":"init","cwd":"%s","session_id":"%s","model":"benchmark","permissionMode":"default","tools":[],"mcp_servers":[],"claude_code_version":"2.1.332","apiKeySource":"none"}\n' "$PWD" "$session"
      case "$line" in *hold-the-turn*) hold ;; *) result ;; esac
      ;;
    *'"subtype":"interrupt"'*) result; exit 0 ;;
  esac
done
