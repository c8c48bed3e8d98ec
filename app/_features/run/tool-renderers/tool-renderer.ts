import type { ComponentType } from "react";
import type { ToolRow } from "../transcript/row.ts";

/**
 * How one tool is shown. A component draws the whole line with `ToolLine` and whatever unfolds below;
 * it must cope with any input, since a model wrote it: wrong shapes fall back to the generic renderer.
 */
export type ToolRenderer = ComponentType<{ row: ToolRow }>;
