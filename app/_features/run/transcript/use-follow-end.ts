"use client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** This close to the end counts as being at the end. */
const nearPx = 48;

export interface FollowEnd {
  isFollowing: boolean;
  /** Rows that came since the reader left the end. */
  newRows: number;
  onScroll: () => void;
  toEnd: () => void;
  leave: () => void;
}

/**
 * Keeps the end in view as rows arrive, until the reader scrolls up. `size` is the height of the
 * content: whenever it changes while following, the end is scrolled into view before it is painted.
 */
export function useFollowEnd(
  box: RefObject<HTMLElement | null>,
  rows: number,
  size: number,
): FollowEnd {
  const [isFollowing, setFollowing] = useState(true);
  const [rowsAtLeaving, setRowsAtLeaving] = useState(0);
  const lastTop = useRef(0);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !isFollowing) return;
    element.scrollTo({ top: element.scrollHeight, behavior: "instant" });
    lastTop.current = element.scrollTop;
  }, [box, isFollowing, rows, size]);

  // The box itself may shrink, when a card to answer or the summary appears beside it.
  useEffect(() => {
    const element = box.current;
    if (element === null || !isFollowing) return undefined;
    const observer = new ResizeObserver(() =>
      element.scrollTo({ top: element.scrollHeight, behavior: "instant" }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isFollowing]);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    const wentUp = element.scrollTop < lastTop.current - 1;
    lastTop.current = element.scrollTop;
    if (distance < nearPx) setFollowing(true);
    else if (wentUp) {
      setFollowing((was) => {
        if (was) setRowsAtLeaving(rows);
        return false;
      });
    }
  }, [box, rows]);

  const leave = useCallback(() => {
    setRowsAtLeaving(rows);
    setFollowing(false);
  }, [rows]);

  return {
    isFollowing,
    newRows: isFollowing ? 0 : Math.max(0, rows - rowsAtLeaving),
    onScroll,
    toEnd: useCallback(() => setFollowing(true), []),
    leave,
  };
}
