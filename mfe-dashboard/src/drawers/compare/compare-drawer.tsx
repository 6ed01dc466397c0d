import { grouped } from '@polylogue/api-contract';
import { useMemo, useState } from 'react';
import { Drawer } from '../drawer.js';
import type { FinishedReply } from '../finished-replies.rules.js';
import { ReplySelect } from '../reply-select.js';
import { Segments } from '@polylogue/web-kit/antd';
import styles from './compare.module.css';
import { differencesOf, linesOf, type CompareBy, type Difference, type Differences } from './differences.rules.js';

interface CompareDrawerProps {
  replies: readonly FinishedReply[];
  first: string;
  onClose: () => void;
}

/** What two replies say differently. Only this part of the dashboard carries the comparing code. */
export default function CompareDrawer({ replies, first, onClose }: CompareDrawerProps) {
  const [leftId, setLeft] = useState(first);
  const [rightId, setRight] = useState(() => counterpartOf(first, replies)?.messageId);
  const [by, setBy] = useState<CompareBy>('words');
  const left = replies.find(({ messageId }) => messageId === leftId) ?? replies[0];
  const right = replies.find(({ messageId }) => messageId === rightId);
  const differences = useMemo(() => left && right && differencesOf(left.text, right.text, by), [left, right, by]);
  return (
    <Drawer title="Compare replies" isWide onClose={onClose}>
      <div className={styles.choice}>
        <ReplySelect label="First reply" replies={replies} value={left?.messageId} onChange={setLeft} />
        <ReplySelect label="Second reply" replies={replies} value={right?.messageId} onChange={setRight} />
        <Segments<CompareBy>
          label="Compare by"
          options={[
            { value: 'words', label: 'Words' },
            { value: 'lines', label: 'Lines' },
          ]}
          value={by}
          onChange={setBy}
        />
      </div>
      {left && right && differences ? (
        <Result left={left} right={right} differences={differences} isAsRequested={differences.by === by} />
      ) : (
        <p className={styles.hint}>Two replies are needed. Send a message to a second service, then compare.</p>
      )}
    </Drawer>
  );
}

/** The reply to the same question from another service, else any other. */
function counterpartOf(first: string, replies: readonly FinishedReply[]): FinishedReply | undefined {
  const own = replies.find(({ messageId }) => messageId === first);
  const others = replies.filter(({ aiService }) => aiService !== own?.aiService);
  return (
    others.find(({ question }) => question === own?.question) ??
    others[0] ??
    replies.find(({ messageId }) => messageId !== first)
  );
}

interface ResultProps {
  left: FinishedReply;
  right: FinishedReply;
  differences: Differences;
  isAsRequested: boolean;
}

function Result({ left, right, differences, isAsRequested }: ResultProps) {
  const { by, parts, added, removed } = differences;
  const unit = (count: number) => `${grouped(count)} ${by === 'words' ? 'word' : 'line'}${count === 1 ? '' : 's'}`;
  return (
    <>
      <p className={styles.legend} role="status">
        <span>
          <del>−</del> only {left.displayName}, {unit(removed)}
        </span>
        <span>
          <ins>+</ins> only {right.displayName}, {unit(added)}
        </span>
        {!isAsRequested && <span>Too different for words: compared by lines.</span>}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.text} data-by={by} role="region" aria-label="Differences" tabIndex={0}>
        {added + removed === 0 && parts.every(({ kind }) => kind === 'same') && <p>Both replies are the same.</p>}
        {by === 'words' ? parts.map(wordPart) : parts.flatMap(lineParts)}
      </div>
    </>
  );
}

function wordPart({ kind, text }: Difference, index: number) {
  if (kind === 'added') return <ins key={index}>{text}</ins>;
  if (kind === 'removed') return <del key={index}>{text}</del>;
  return <span key={index}>{text}</span>;
}

function lineParts({ kind, text }: Difference, part: number) {
  const Mark = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
  return linesOf(text).map((line, index) => (
    <Mark key={`${part}.${index}`} data-line={kind === 'added' ? '+' : kind === 'removed' ? '−' : ' '}>
      {line === '' ? ' ' : line}
    </Mark>
  ));
}
