"use client";
import { json } from "@codemirror/lang-json";
import { markdown } from "@codemirror/lang-markdown";
import { MergeView } from "@codemirror/merge";
import { basicSetup, EditorState, EditorView } from "@uiw/react-codemirror";
import { useEffect, useRef } from "react";

export interface MergeEditorProps {
  theirs: string;
  mine: string;
  language: "markdown" | "json";
  theirsLabel: string;
  mineLabel: string;
  /** The right side as it is edited. */
  onChange: (merged: string) => void;
}

const look = EditorView.theme({
  "&": { backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "12px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)" },
  ".cm-collapsedLines": { background: "var(--sunken)", color: "var(--muted)" },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"⋯"' },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--muted)" },
});

/** Both texts side by side: left what is on disk, right one's own, into which differences can be taken. */
export default function MergeEditorView({
  theirs,
  mine,
  language,
  theirsLabel,
  mineLabel,
  onChange,
}: MergeEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const told = useRef(onChange);
  useEffect(() => {
    told.current = onChange;
  });
  useEffect(() => {
    if (box.current === null) return undefined;
    const shared = (label: string) => [
      basicSetup(),
      look,
      language === "json" ? json() : markdown(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label }),
    ];
    const view = new MergeView({
      parent: box.current,
      a: { doc: theirs, extensions: [shared(theirsLabel), EditorState.readOnly.of(true)] },
      b: {
        doc: mine,
        extensions: [
          shared(mineLabel),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current(update.state.doc.toString());
          }),
        ],
      },
      revertControls: "a-to-b",
      collapseUnchanged: { margin: 3 },
    });
    return () => view.destroy();
  }, [language, mine, mineLabel, theirs, theirsLabel]);
  return <div ref={box} className="scroll-thin max-h-[55vh] overflow-auto rounded border" />;
}
