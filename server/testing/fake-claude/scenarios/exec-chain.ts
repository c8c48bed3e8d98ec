import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "exec-chain",
  about: "a process that replaces itself without end",
  shows: "A process that changes faster than one can look is ended.",
  outcome: "stopped",
  lasts: "forever",
  async play(turn) {
    await turn.use("Write", {
      file_path: "chain.sh",
      content: '#!/bin/bash\nsleep 0.01\nexec setsid "$0"\n',
    });
    await turn.bash("chmod +x chain.sh && (setsid ./chain.sh >/dev/null 2>&1 &) ; sleep 3600");
  },
};
