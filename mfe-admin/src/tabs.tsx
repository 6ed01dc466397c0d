import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Key extends string> {
  tabs: readonly { key: Key; word: string }[];
  open: Key;
  onOpen: (key: Key) => void;
  children: ReactNode;
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Tabs as WAI-ARIA has them: one stop for the Tab key, arrows between them. */
export function Tabs<Key extends string>({ tabs, open, onOpen, children }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelectorAll('[aria-selected=true]').forEach(bringIntoStrip), [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const at = move(
      tabs.findIndex(({ key }) => key === open),
      tabs.length,
    );
    onOpen(tabs[at]!.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <>
      <div className={styles.tabs} role="tablist" ref={list}>
        {tabs.map(({ key, word }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === open}
            aria-controls={`${id}-panel`}
            tabIndex={key === open ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={() => onOpen(key)}
          >
            {word}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </>
  );
}

/** On a phone the strip is wider than the page: the open tab is moved into it, and nothing else moves. */
function bringIntoStrip(tab: Element) {
  const strip = tab.parentElement!;
  const [place, room] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += Math.max(0, place.right - room.right) + Math.min(0, place.left - room.left);
}
