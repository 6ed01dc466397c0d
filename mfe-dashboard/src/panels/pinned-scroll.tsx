import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './reply-panel.module.css';

/** Nearer to the end than this is at the end. */
const slack = 24;

/**
 * A body that scrolls alone. It stays with what arrives until the reader scrolls up; then it stays where they read,
 * and a chip leads back. A new `turnCount` brings it to the end again.
 */
export function PinnedScroll({
  children,
  turnCount,
  label,
}: {
  children: ReactNode;
  turnCount: number;
  label: string;
}) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const [awayAt, setAwayAt] = useState<number>();
  const isAway = awayAt === turnCount;

  const pin = (isPinned: boolean) => {
    pinned.current = isPinned;
    setAwayAt(isPinned ? undefined : turnCount);
  };
  const toEnd = () => {
    pin(true);
    if (area.current) area.current.scrollTop = area.current.scrollHeight;
  };

  useEffect(() => {
    // After layout and before paint, for all panels together: following costs no layout of its own.
    const sizes = new ResizeObserver(() => {
      if (pinned.current && area.current) area.current.scrollTop = area.current.scrollHeight;
    });
    if (area.current) sizes.observe(area.current);
    if (content.current) sizes.observe(content.current);
    return () => sizes.disconnect();
  }, []);

  useEffect(() => {
    pinned.current = true;
    if (area.current) area.current.scrollTop = area.current.scrollHeight;
  }, [turnCount]);

  const onScroll = () => {
    if (!area.current) return;
    const { scrollTop, clientHeight, scrollHeight } = area.current;
    area.current.toggleAttribute('data-scrolled', scrollTop > 2);
    const isAtEnd = scrollHeight - clientHeight - scrollTop < slack;
    if (isAtEnd !== pinned.current) pin(isAtEnd);
  };

  return (
    <div className={styles.body}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={area} className={styles.flow} onScroll={onScroll} role="region" aria-label={label} tabIndex={0}>
        <div ref={content}>{children}</div>
      </div>
      {isAway && (
        <button type="button" className={styles.latest} onClick={toEnd}>
          <ChevronDown size={14} aria-hidden="true" />
          Latest
        </button>
      )}
    </div>
  );
}
