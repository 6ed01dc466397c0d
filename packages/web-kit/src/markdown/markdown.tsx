import { useState } from 'react';
import { BlockGroup } from './block-view.js';
import { BlockGrower } from './grow-blocks.js';
import styles from './markdown.module.css';

/** What {@link Markdown} shows. */
export interface MarkdownProps {
  text: string;
  /** The text is still growing: half-written syntax is completed, and a caret stands after the last glyph. */
  live?: boolean;
}

/**
 * A reply as markdown. Made for text that streams: give it the text so far on every frame and only the last, open
 * block is parsed and rendered again. The text is a stranger's: it becomes elements without ever being HTML, links
 * are http, https or mailto and open outside, pictures stay links.
 */
export function Markdown({ text, live = false }: MarkdownProps) {
  const [grower] = useState(() => new BlockGrower());
  const groups = grower.grow(text, live);
  return (
    <div className={styles.markdown} data-live={live || undefined}>
      {groups.map((blocks, index) => (
        <BlockGroup key={index} blocks={blocks} />
      ))}
      {/* What has come cannot be shown yet, a table's first row for one: the caret says that more is coming. */}
      {live && groups.length === 0 && <p />}
    </div>
  );
}
