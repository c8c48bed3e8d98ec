/** Agents that do not go when they should. */
import { spawn } from "node:child_process";
import type { Scenario } from "./scenario.ts";

export const crashMidRun: Scenario = {
  about: "dies in the middle, without a result",
  async play(turn) {
    await turn.say("I begin.");
    await turn.use("Write", { file_path: "half.txt", content: "half" });
    turn.crash(139);
  },
};

export const hangAfterResult: Scenario = {
  about: "delivers its result and then does not exit, not even with stdin closed",
  async play(turn) {
    await turn.say("All done, but I cannot leave.");
    turn.finish();
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  },
};

export const noInit: Scenario = {
  about: "starts and never says a word",
  isSilent: true,
  async play() {
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  },
};

export const ignoresTerm: Scenario = {
  about: "ignores interrupts and SIGTERM",
  async play(turn) {
    process.removeAllListeners("SIGTERM");
    process.on("SIGTERM", () => undefined);
    await turn.say("Nothing stops me.");
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  },
};

export const doubleForkDaemon: Scenario = {
  about: "leaves a daemon behind that has left session, group and parent",
  async play(turn) {
    await turn.bash("(setsid sleep 3600 >/dev/null 2>&1 &) ; echo started");
    await turn.say("A server runs in the background now.");
  },
};

export const hiddenDaemon: Scenario = {
  about: "like double-fork-daemon, but with a cleaned environment",
  async play(turn) {
    await turn.bash("env -i setsid sleep 3600 >/dev/null 2>&1 & sleep 2.5; echo started");
    await turn.say("A server without an environment runs now.");
  },
};

export const stopsItself: Scenario = {
  about: "SIGSTOPs itself in the middle",
  async play(turn) {
    await turn.say("I freeze.");
    process.kill(process.pid, "SIGSTOP");
    await turn.pause(60_000);
  },
};

export const zombieMaker: Scenario = {
  about: "children that end and are never waited for, and one that runs",
  async play(turn) {
    await turn.bash("bash -c 'for i in 1 2 3; do (exit 0) & done; exec sleep 3600'");
  },
};

export const execChain: Scenario = {
  about: "a process that replaces itself without end",
  async play(turn) {
    await turn.use("Write", {
      file_path: "chain.sh",
      content: '#!/bin/bash\nsleep 0.01\nexec setsid "$0"\n',
    });
    await turn.bash("chmod +x chain.sh && (setsid ./chain.sh >/dev/null 2>&1 &) ; sleep 3600");
  },
};

export const holdsStdout: Scenario = {
  about: "ends, but a child keeps its output open",
  async play(turn) {
    const child = spawn("sleep", ["3600"], {
      detached: true,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.unref();
    await turn.say("My child still holds the output.");
  },
};
