import {
  Check,
  Circle,
  CircleDashed,
  Clock,
  Moon,
  Octagon,
  RotateCw,
  Square,
  Triangle,
  X,
  Zap,
  type LucideIcon,
} from "lucide-react";
import type { StateWord } from "#server/contracts/words.ts";
import type { Hue } from "./badge.tsx";

export interface StateLook {
  icon: LucideIcon;
  hue: Hue;
  isFilled: boolean;
}

/** Word, icon and hue of every state (ux 14). */
export const stateLooks = {
  asks: { icon: Triangle, hue: "amber", isFilled: true },
  failed: { icon: X, hue: "red", isFilled: false },
  stuck: { icon: Octagon, hue: "red", isFilled: true },
  interrupted: { icon: Zap, hue: "amber", isFilled: false },
  running: { icon: Circle, hue: "blue", isFilled: true },
  starting: { icon: CircleDashed, hue: "blue", isFilled: false },
  retrying: { icon: RotateCw, hue: "blue", isFilled: false },
  sleeps: { icon: Moon, hue: "grey", isFilled: false },
  waits: { icon: Clock, hue: "grey", isFilled: false },
  to_review: { icon: Check, hue: "green", isFilled: false },
  done: { icon: Check, hue: "green", isFilled: false },
  not_moved: { icon: Check, hue: "green", isFilled: false },
  stopped: { icon: Square, hue: "grey", isFilled: true },
} as const satisfies Record<StateWord, StateLook>;

/** A provider's limit is violet: it opens by itself. */
export function hueOf(word: StateWord, gate: string | null = null): Hue {
  return word === "sleeps" && gate === "PROVIDER_LIMIT" ? "violet" : stateLooks[word].hue;
}
