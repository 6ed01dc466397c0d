import { accentStyle, Badge, LateMarkdown, type Accent } from '@polylogue/web-kit';
import { emptySentence } from '@polylogue/web-kit/streams';
import { CircleAlert } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import type { Line, Side } from '../conversation/conversation.state.js';
import { Thinking } from './thinking.js';
import { figuresOf, statusLabels } from './transcript.rules.js';
import styles from './transcript.module.css';

// Only few replies bring either.
const LateReasoning = lazy(async () => ({ default: (await import('@polylogue/web-kit/chat')).Reasoning }));
const LateSources = lazy(async () => ({ default: (await import('@polylogue/web-kit/chat')).Sources }));

interface TurnProps {
  line: Line;
  number: number;
  side: Side;
  accent: Accent;
}

/** One reply in its lane. A line that is unchanged is not rendered again. */
export const Turn = memo(function Turn({ line, number, side, accent }: TurnProps) {
  const { className, style } = accentStyle(accent);
  const isOpen = line.status === 'open';
  return (
    <article
      className={`${className} ${styles.turn}`}
      style={style}
      data-side={line.speaker}
      data-status={line.status}
      aria-label={`${number}. ${side.name}`}
    >
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.said}>
        <p className={styles.meta}>
          <b>{side.name}</b>
          {isOpen && line.text === '' ? <Thinking startedAt={line.startedAt} /> : <Figures line={line} />}
        </p>
        {line.text === '' && isOpen && (
          <>
            <i className={styles.bar} />
            <i className={styles.bar} />
          </>
        )}
        {line.generation?.reasoning && (
          <Suspense>
            <LateReasoning text={line.generation.reasoning} />
          </Suspense>
        )}
        {line.text !== '' && <LateMarkdown text={line.text} live={isOpen} />}
        {line.generation?.sources && (
          <Suspense>
            <LateSources sources={line.generation.sources} omitted={line.generation.sourcesOmitted} />
          </Suspense>
        )}
        <Ending line={line} />
      </div>
    </article>
  );
});

export function Figures({ line }: { line: Line }) {
  return figuresOf(line).map((figure) => <span key={figure}>{figure}</span>);
}

/** Why a reply has no proper end, or says nothing; never in its text. */
export function Ending({ line: { status, error, text } }: { line: Line }) {
  const label = statusLabels[status];
  const empty = emptySentence({ status, text });
  if (empty) return <p className={styles.ending}>{empty}</p>;
  if (!label) return null;
  return (
    <p className={styles.ending}>
      <Badge tone={status === 'cancelled' ? 'neutral' : 'error'} icon={<CircleAlert aria-hidden="true" />}>
        {label}
      </Badge>
      {error && status !== 'cancelled' && <span>{error}</span>}
    </p>
  );
}
