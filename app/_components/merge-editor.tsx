"use client";
import dynamic from "next/dynamic";

/** Loaded only when a save met a newer file. */
export const MergeEditor = dynamic(() => import("./merge-editor-view.tsx"), { ssr: false });
