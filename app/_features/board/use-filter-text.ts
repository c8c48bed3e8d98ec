"use client";
import { useSearchParams } from "next/navigation";
import { useState } from "react";

const parameter = "q";

/** The filter lives in the URL, so that a filtered board can be shared and survives a reload. */
export function useFilterText(): [string, (text: string) => void] {
  const parameters = useSearchParams();
  const [text, setText] = useState(parameters.get(parameter) ?? "");
  const change = (next: string) => {
    setText(next);
    const url = new URL(window.location.href);
    if (next === "") url.searchParams.delete(parameter);
    else url.searchParams.set(parameter, next);
    window.history.replaceState(null, "", url);
  };
  return [text, change];
}
