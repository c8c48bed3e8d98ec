import { z } from "zod";
import { actionShape, defineAction } from "./action.ts";

/** Names of labels; unknown ones are created. */
export const setLabels = defineAction({
  type: "setLabels",
  schema: z.object({
    type: z.literal("setLabels"),
    add: z.array(z.string().min(1)).default([]),
    remove: z.array(z.string().min(1)).default([]),
    ...actionShape,
  }),
  plan: (node, index) => ({
    type: "setLabels",
    index,
    on: node.on,
    add: node.add,
    remove: node.remove,
  }),
  describe(node) {
    const parts = [
      ...(node.add.length > 0 ? [`add the label ${node.add.join(", ")}`] : []),
      ...(node.remove.length > 0 ? [`remove the label ${node.remove.join(", ")}`] : []),
    ];
    return parts.length === 0 ? "change no label" : parts.join(" and ");
  },
});
