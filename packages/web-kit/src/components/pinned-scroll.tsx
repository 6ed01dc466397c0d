import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

/** Nearer to the end than this is at the end. */
const slack = 24;

const isAtEnd = ({ scrollHeight, clientHeight, scrollTop }: Element) => scrollHeight - clientHeight - scrollTop < slack;

/** What {@link PinnedScroll} shows, and how it is named. */
export interface PinnedScrollProps {
  children: ReactNode;
  label: string;
  /** Of the part that scrolls. */
  className?: string | undefined;
  /** Of what is in it. */
  contentClassName?: string | undefined;
  /** A new count brings it to the end again, wherever the reader was. */
  turnCount?: number;
  /** Shows more in front of what is there; absent when there is nothing earlier. */
  onEarlier?: (() => void) | undefined;
}

/**
 * A part that scrolls alone. It stays with what arrives until the reader scrolls up; then it stays where they read, and
 * a chip leads back. While it is scrolled at all it has `data-scrolled`.
 */
export function PinnedScroll(props: PinnedScrollProps) {
  const { children, label, className = '', contentClassName, turnCount = 0, onEarlier } = props;
  const { area, content, isAway, onScroll, toLatest } = usePinned(turnCount);
  return (
    <div className="pl-pinned">
      <div
        ref={area}
        className={`pl-pinned-area ${className}`}
        onScroll={onScroll}
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <div ref={content} className={contentClassName}>
          {onEarlier && (
            <button
              type="button"
              className="pl-pinned-earlier"
              onClick={() => area.current && showAbove(area.current, onEarlier)}
            >
              <ChevronDown aria-hidden="true" />
              Show earlier messages
            </button>
          )}
          {children}
        </div>
      </div>
      {isAway && (
        <button type="button" className="pl-pinned-latest" onClick={toLatest}>
          <ChevronDown aria-hidden="true" />
          Latest
        </button>
      )}
    </div>
  );
}

/** Shows what is earlier in the `PinnedScroll` of a part, as its button does; answers false where there is nothing earlier. */
export function showEarlier(part: Element): boolean {
  const button = part.querySelector<HTMLElement>('.pl-pinned-earlier');
  button?.click();
  return button !== null;
}

/** What is added above leaves the reader where they are, at the very top, too, where no browser sees to it. */
function showAbove(area: HTMLElement, show: () => void): void {
  const fromEnd = area.scrollHeight - area.scrollTop;
  flushSync(show);
  area.scrollTop = area.scrollHeight - fromEnd;
  // The button goes with the last that was earlier.
  if (document.activeElement === document.body) area.focus({ preventScroll: true });
}

/** Whether the reader follows what arrives; where they do, the end stays in sight. */
function usePinned(turnCount: number) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const before = useRef({ top: 0, height: 0 });
  const [awayAt, setAwayAt] = useState<number>();

  const pin = (isPinned: boolean) => {
    pinned.current = isPinned;
    setAwayAt(isPinned ? undefined : turnCount);
  };
  const toEnd = () => {
    if (area.current) area.current.scrollTop = area.current.scrollHeight;
  };

  useEffect(() => {
    // After layout and before paint, for all of a page together: following costs no layout of its own.
    const sizes = new ResizeObserver(() => {
      if (pinned.current) return toEnd();
      // All of it is in sight in a larger place: there is nothing later to go to. What is hidden has no place at all.
      if (!area.current?.clientHeight || !isAtEnd(area.current)) return;
      pinned.current = true;
      setAwayAt(undefined);
    });
    if (area.current) sizes.observe(area.current);
    if (content.current) sizes.observe(content.current);
    return () => sizes.disconnect();
  }, []);

  // The turn that was added is seen by its size.
  useEffect(() => {
    pinned.current = true;
  }, [turnCount]);

  const onScroll = () => {
    if (!area.current) return;
    const { scrollTop, scrollHeight } = area.current;
    const { top, height } = before.current;
    before.current = { top: scrollTop, height: scrollHeight };
    area.current.toggleAttribute('data-scrolled', scrollTop > 2);
    // A distance from the end is not always a scroll by the reader: content may have grown or shrunk since.
    const isThere = isAtEnd(area.current);
    const isLeft = !isThere && scrollTop < top && scrollHeight >= height;
    if (pinned.current ? isLeft : isThere) pin(isThere);
  };
  const toLatest = () => {
    pin(true);
    toEnd();
  };
  return { area, content, isAway: awayAt === turnCount, onScroll, toLatest };
}
