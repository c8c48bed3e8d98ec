"use client";
import { Component, type ReactNode } from "react";

interface Props {
  /** Changes when the row's content changes: then it is tried again. */
  of: unknown;
  fallback: ReactNode;
  children: ReactNode;
}

/** A row that cannot be drawn is shown plainly; the rows around it stay. */
export class RowBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.hasFailed && previous.of !== this.props.of) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
