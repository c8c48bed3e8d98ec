import { spawn } from "node:child_process";
spawn(process.argv[2], [], { stdio: "ignore", detached: true });
