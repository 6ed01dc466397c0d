import { useEffect, useRef, useState } from 'react';
import { BlockGrower } from '../lexing/grow-blocks.js';
import { BlockGroup } from './block-view.js';
import styles from './markdown.module.css';

/** What {@link Markdown} shows. */
export interface MarkdownProps {
  text: string;
  /** The text is still growing: half-written syntax is completed, and a caret stands after the last glyph. */
  live?: boolean;
  /** The text is the beginning of a longer one: half-written syntax is completed. */
  cut?: boolean;
}

/**
 * A reply as markdown. Made for text that streams: give it the text so far on every frame and only the last, open
 * block is parsed and rendered again. The text is untrusted: it becomes elements without ever being HTML, links
 * are http, https or mailto and open outside, pictures stay links.
 */
export function Markdown({ text, live = false, cut = false }: MarkdownProps) {
  const [grower] = useState(() => new BlockGrower());
  const groups = grower.grow(text, live || cut);
  const shown = useCaret(text, live);
  return (
    <div ref={shown} className={styles.markdown} data-live={live || undefined}>
      {groups.map((blocks, index) => {
        const isOpen = live && index === groups.length - 1;
        return (
          <div key={index} data-open={isOpen || undefined}>
            <BlockGroup blocks={blocks} isOpen={isOpen} />
          </div>
        );
      })}
      {/* What has come cannot be shown yet, a table's first row for one: the caret says that more is coming. */}
      {live && groups.length === 0 && <div data-open="">{<p />}</div>}
    </div>
  );
}

/** Milliseconds without new text after which more is being waited for. */
const quiet = 500;

/** The caret stands while text comes and blinks while it is waited for: an animation that moves with every token is costly. */
function useCaret(text: string, live: boolean) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The end alone: on all of a reply the attribute would have the style of all its elements computed anew.
    const end = shown.current?.lastElementChild;
    if (!live || !end) return undefined;
    const timer = setTimeout(() => end.setAttribute('data-waiting', ''), quiet);
    return () => {
      clearTimeout(timer);
      end.removeAttribute('data-waiting');
    };
  }, [text, live]);
  return shown;
}
