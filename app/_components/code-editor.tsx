"use client";
import dynamic from "next/dynamic";
import { SkeletonLines } from "./skeleton.tsx";

/** Markdown or JSON with remarks at their lines. The editor comes in a chunk of its own. */
export const CodeEditor = dynamic(() => import("./code-editor-view.tsx"), {
  ssr: false,
  loading: () => (
    <div className="p-3">
      <SkeletonLines count={8} />
    </div>
  ),
});
