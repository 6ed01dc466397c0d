import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './transcript.module.css';

/** Nearer to the end than this is at the end. */
const slack = 32;

/** Stays with what arrives until the reader scrolls up; then it stays where they read, and a chip leads back. */
export function PinnedScroll({ children, label }: { children: ReactNode; label: string }) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const [isAway, setAway] = useState(false);

  const toEnd = () => {
    if (area.current) area.current.scrollTop = area.current.scrollHeight;
  };
  const pin = (isPinned: boolean) => {
    pinned.current = isPinned;
    setAway(!isPinned);
  };

  useEffect(() => {
    // After layout and before paint: following costs no layout of its own.
    const sizes = new ResizeObserver(() => pinned.current && toEnd());
    if (area.current) sizes.observe(area.current);
    if (content.current) sizes.observe(content.current);
    return () => sizes.disconnect();
  }, []);

  const onScroll = () => {
    if (!area.current) return;
    const { scrollTop, clientHeight, scrollHeight } = area.current;
    const isAtEnd = scrollHeight - clientHeight - scrollTop < slack;
    if (isAtEnd !== pinned.current) pin(isAtEnd);
  };

  return (
    <div className={styles.body}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={area} className={styles.flow} onScroll={onScroll} role="region" aria-label={label} tabIndex={0}>
        <div ref={content} className={styles.lines}>
          {children}
        </div>
      </div>
      {isAway && (
        <button
          type="button"
          className={styles.latest}
          onClick={() => {
            pin(true);
            toEnd();
          }}
        >
          <ChevronDown size={14} aria-hidden="true" />
          Latest
        </button>
      )}
    </div>
  );
}
