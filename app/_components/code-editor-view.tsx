"use client";
import { json } from "@codemirror/lang-json";
import { markdown } from "@codemirror/lang-markdown";
import { linter, lintGutter, type Diagnostic } from "@codemirror/lint";
import CodeMirror, { EditorView, Prec, type Extension, type Text } from "@uiw/react-codemirror";
import { useEffect, useMemo, useState } from "react";

export interface EditorProblem {
  /** From 1; without it the remark stands at the start. */
  line?: number | undefined;
  message: string;
  severity?: "error" | "warning";
}

export interface CodeEditorProps {
  value: string;
  onChange: (value: string) => void;
  language: "markdown" | "json";
  label: string;
  problems?: readonly EditorProblem[];
  /** Ctrl or Cmd with S or Enter. */
  onSave?: () => void;
  isReadOnly?: boolean;
}

/** Without underlined headings: the end of a front matter would make one of its last line. */
const skillMarkdown = markdown({ extensions: { remove: ["SetextHeading"] } });

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "12px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--sunken)",
    color: "var(--muted)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-tint) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
  },
});

/** The editor itself, loaded only where one edits. */
export default function CodeEditorView({
  value,
  onChange,
  language,
  label,
  problems = [],
  onSave,
  isReadOnly = false,
}: CodeEditorProps) {
  const isDark = useIsDark();
  const extensions = useMemo<Extension[]>(
    () => [
      language === "json" ? json() : skillMarkdown,
      Prec.highest(look),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      lintGutter(),
      linter((view) => problems.map((problem) => diagnosticOf(problem, view.state.doc)), {
        delay: 0,
      }),
    ],
    [language, label, problems],
  );
  return (
    <CodeMirror
      className="h-full min-h-0 overflow-hidden [&>.cm-editor]:h-full"
      height="100%"
      theme={isDark ? "dark" : "light"}
      // Tab leaves the editor: everything is reachable by keyboard, and nobody is caught in here.
      indentWithTab={false}
      value={value}
      readOnly={isReadOnly}
      extensions={extensions}
      onChange={onChange}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || (event.key !== "s" && event.key !== "Enter"))
          return;
        event.preventDefault();
        onSave?.();
      }}
    />
  );
}

function diagnosticOf(problem: EditorProblem, doc: Text): Diagnostic {
  const line = doc.line(Math.min(Math.max(1, problem.line ?? 1), doc.lines));
  return {
    from: line.from,
    to: line.to,
    severity: problem.severity ?? "error",
    message: problem.message,
  };
}

/** Whether the page is dark now: the person's choice, else the system's. */
function useIsDark(): boolean {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    const root = document.documentElement;
    const read = () =>
      setDark(root.dataset.theme === "dark" || (root.dataset.theme !== "light" && system.matches));
    read();
    const observer = new MutationObserver(read);
    observer.observe(root, { attributeFilter: ["data-theme"] });
    system.addEventListener("change", read);
    return () => {
      observer.disconnect();
      system.removeEventListener("change", read);
    };
  }, []);
  return isDark;
}
