"use client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** This close to the end counts as being at the end. */
const nearPx = 48;

export interface FollowEnd {
  isFollowing: boolean;
  /** Position of the last event when the reader left the end; null while following. */
  leftAt: number | null;
  onScroll: () => void;
  toEnd: () => void;
  leave: () => void;
}

/**
 * Keeps the end in view as events arrive, until the reader scrolls up. `size` is the height of the
 * content: whenever it changes while following, the end is scrolled into view before it is painted.
 */
export function useFollowEnd(
  box: RefObject<HTMLElement | null>,
  lastSeq: number,
  size: number,
): FollowEnd {
  const [isFollowing, setFollowing] = useState(true);
  const [seqAtLeaving, setSeqAtLeaving] = useState(0);
  const lastTop = useRef(0);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !isFollowing) return;
    element.scrollTo({ top: element.scrollHeight, behavior: "instant" });
    lastTop.current = element.scrollTop;
  }, [box, isFollowing, lastSeq, size]);

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
        if (was) setSeqAtLeaving(lastSeq);
        return false;
      });
    }
  }, [box, lastSeq]);

  const leave = useCallback(() => {
    setSeqAtLeaving(lastSeq);
    setFollowing(false);
  }, [lastSeq]);

  return {
    isFollowing,
    leftAt: isFollowing ? null : seqAtLeaving,
    onScroll,
    toEnd: useCallback(() => setFollowing(true), []),
    leave,
  };
}
