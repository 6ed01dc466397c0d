import { accentStyle, type Accent } from '@polylogue/web-kit';
import type { KeyboardEvent } from 'react';
import styles from './reply-tabs.module.css';

interface ReplyTabsProps {
  /** The writers of the replies, in their order, each with the id of what its tab shows. */
  replies: readonly { panelId: string; writer: string; accent: Accent | undefined }[];
  chosen: number;
  onChoose: (at: number) => void;
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Whose reply is read, where there is no room for all of them beside each other; the style sheet knows where. */
export function ReplyTabs({ replies, chosen, onChoose }: ReplyTabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const at = step(chosen, replies.length);
    onChoose(at);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <div role="tablist" tabIndex={-1} aria-label="Replies" className={styles.tabs} onKeyDown={onKeyDown}>
      {replies.map(({ panelId, writer, accent }, at) => {
        const { className = '', style } = accent ? accentStyle(accent) : {};
        return (
          <button
            key={panelId}
            type="button"
            role="tab"
            id={`${panelId}-tab`}
            aria-selected={at === chosen}
            aria-controls={panelId}
            tabIndex={at === chosen ? 0 : -1}
            className={`${styles.tab} ${className}`}
            style={style}
            onClick={() => onChoose(at)}
          >
            {writer}
          </button>
        );
      })}
    </div>
  );
}
