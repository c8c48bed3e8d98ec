import { z } from "zod";
import { actionShape, defineAction } from "./action.ts";

const words = {
  en: ["add the label", "remove the label", "and", "change no label"],
  fr: ["ajouter l’étiquette", "retirer l’étiquette", "et", "ne changer aucune étiquette"],
} as const;

/** Names of labels; unknown ones are created. */
export const setLabels = defineAction({
  type: "setLabels",
  schema: z.object({
    type: z.literal("setLabels"),
    add: z
      .array(z.string().min(1))
      .default([])
      .describe("Labels to add; unknown ones are created."),
    remove: z.array(z.string().min(1)).default([]).describe("Labels to remove."),
    ...actionShape,
  }),
  plan: (node, index) => ({
    type: "setLabels",
    index,
    on: node.on,
    add: node.add,
    remove: node.remove,
  }),
  describe(node, locale) {
    const [add, remove, and, none] = words[locale];
    const parts = [
      ...(node.add.length > 0 ? [`${add} ${node.add.join(", ")}`] : []),
      ...(node.remove.length > 0 ? [`${remove} ${node.remove.join(", ")}`] : []),
    ];
    return parts.length === 0 ? none : parts.join(` ${and} `);
  },
});
