import { limits, type AiService, type Summary } from '@polylogue/api-contract';
import { Badge, LateMarkdown, toggled, when } from '@polylogue/web-kit';
import { emptySentence, modelFigure } from '@polylogue/web-kit/streams';
import { Button, Field } from '@polylogue/web-kit/antd';
import { EstimateLine, requestOf, useSendAffordable } from '@polylogue/web-kit/estimate';
import { CornerDownRight, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useBroadcasts } from '../../broadcasts/broadcasts.js';
import { CopyButton } from '../copy-button.js';
import type { FinishedReply } from '../finished-replies.rules.js';
import { contextBytesOf, endingLabel, summaryTitle } from './summary.rules.js';
import styles from './summary.module.css';

interface KeptSummaryProps {
  summary: Summary;
  /** Those of the drawer, with their questions. */
  replies: readonly FinishedReply[];
  services: readonly AiService[];
  onDelete: () => void;
  /** Called when a message on top of it is on its way. */
  onContinued: () => void;
}

/** One summary of the round, also while it is written. */
export function KeptSummary({ summary, replies, services, onDelete, onContinued }: KeptSummaryProps) {
  const [isContinuing, setContinuing] = useState(false);
  const { content, status, error, instruction, timestamp, generation } = summary;
  const isOpen = status === 'pending' || status === 'streaming';
  const ending = endingLabel(status);
  const empty = emptySentence({ status, text: content }, 'summary');
  const figures = [when(timestamp), modelFigure(generation)].filter(Boolean);
  return (
    <section className={styles.summary} aria-label={summaryTitle(summary)} aria-busy={isOpen}>
      <header>
        <h3>{summaryTitle(summary)}</h3>
        {!isOpen && (
          <span className={styles.tools}>
            {content !== '' && <CopyButton label="Copy" text={content} />}
            <Button
              size="small"
              aria-label="Delete this summary"
              icon={<Trash2 size={14} aria-hidden />}
              onClick={onDelete}
            />
          </span>
        )}
      </header>
      {instruction && <p className={styles.instruction}>{instruction}</p>}
      {content === '' && isOpen && <p className={styles.waiting}>Reading the responses…</p>}
      {content !== '' && <LateMarkdown text={content} live={isOpen} />}
      {empty && <p className={styles.waiting}>{empty}</p>}
      {ending && (
        <p className={styles.ending}>
          <Badge tone={status === 'failed' ? 'error' : 'warn'}>{ending}</Badge> {error}
        </p>
      )}
      {!isOpen && (
        <footer>
          <span>{figures.join(' · ')}</span>
          {content !== '' && (
            <Button
              size="small"
              aria-expanded={isContinuing}
              icon={<CornerDownRight size={14} aria-hidden />}
              onClick={() => setContinuing(!isContinuing)}
            >
              Continue from this
            </Button>
          )}
        </footer>
      )}
      {isContinuing && (
        <ContinueSummary summary={summary} replies={replies} services={services} onContinued={onContinued} />
      )}
    </section>
  );
}

type ContinueSummaryProps = Omit<KeptSummaryProps, 'onDelete'>;

/** A message on top of the summary, for any services; each begins with the question and the summary. */
function ContinueSummary({ summary, replies, services, onContinued }: ContinueSummaryProps) {
  const follower = useBroadcasts();
  const sendAffordable = useSendAffordable();
  const [message, setMessage] = useState('');
  const [isSending, setSending] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set([summary.aiService.name]));
  const writers = services.filter(({ category }) => category === 'text');
  const selectedAIs = writers.map(({ name }) => name).filter((name) => chosen.has(name));
  const isReady = !isSending && message.trim() !== '' && selectedAIs.length > 0;
  const contextBytes = useMemo(() => contextBytesOf(summary, replies), [summary, replies]);
  const request = requestOf(message, selectedAIs, { contextBytes });
  const toggle = (name: string) => setChosen((before) => toggled(before, name));
  const send = () =>
    sendAffordable(request, () => {
      setSending(true);
      void follower.continueSummary(summary.id, message, selectedAIs, onContinued).finally(() => setSending(false));
    });
  return (
    <form
      className={styles.continue}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) send();
      }}
    >
      <div role="group" aria-label="AI services to continue with" className={styles.chips}>
        {writers.map(({ name, displayName }) => (
          <button key={name} type="button" aria-pressed={chosen.has(name)} onClick={() => toggle(name)}>
            {displayName}
          </button>
        ))}
      </div>
      <Field label="New message">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            placeholder="Go on from here"
            maxLength={limits.messageLength}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
      </Field>
      <Button type="primary" htmlType="submit" disabled={!isReady}>
        {isSending ? 'Continuing...' : 'Continue'}
      </Button>
      <EstimateLine request={request} />
    </form>
  );
}
