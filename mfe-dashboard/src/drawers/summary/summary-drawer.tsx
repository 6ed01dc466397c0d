import type { AiService, Estimate, SummaryKind } from '@polylogue/api-contract';
import { limits } from '@polylogue/api-contract';
import { accentStyle, toggled, type Accent } from '@polylogue/web-kit';
import { Button, Field, Segments } from '@polylogue/web-kit/antd';
import { PriceBefore, usePriceBefore } from '@polylogue/web-kit/rubrics';
import { useState } from 'react';
import { Drawer } from '../drawer.js';
import type { FinishedReply } from '../finished-replies.rules.js';
import { KeptSummary } from './kept-summary.js';
import { priceOfSummary, useSummaries, type SummaryWish } from './summary.api.js';
import { minResponses, priceText } from './summary.rules.js';
import { previewOf } from './preview.rules.js';
import styles from './summary.module.css';

interface SummaryDrawerProps {
  /** The latest reply of each service. */
  replies: readonly FinishedReply[];
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  onClose: () => void;
}

/** Has one service sum up what the others said, and keeps it with the round. The replies themselves stay as they are. */
export default function SummaryDrawer({ replies, services, accents, onClose }: SummaryDrawerProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { summaries, isPending, summarize, remove } = useSummaries(replies);
  const chosen = replies.filter(({ messageId }) => !left.has(messageId));
  const toggle = (messageId: string) => setLeft((before) => toggled(before, messageId));
  return (
    <Drawer title="Summarize Responses" onClose={onClose}>
      <fieldset className={styles.responses}>
        <legend>{chosen.length === 1 ? '1 response' : `${chosen.length} responses`}</legend>
        {replies.map((reply) => {
          const look = accentStyle(accents.get(reply.aiService) ?? noAccent);
          return (
            <label key={reply.messageId} className={look.className} style={look.style}>
              <input type="checkbox" checked={!left.has(reply.messageId)} onChange={() => toggle(reply.messageId)} />
              <b>{reply.displayName}</b>
              <span>{previewOf(reply.text)}</span>
            </label>
          );
        })}
      </fieldset>
      <SummaryForm
        messageIds={chosen.map(({ messageId }) => messageId)}
        services={services}
        isPending={isPending}
        onStart={(wish) => summarize(chosen, wish)}
      />
      {summaries.map((summary) => (
        <KeptSummary
          key={summary.id}
          summary={summary}
          replies={replies}
          services={services}
          onDelete={() => void remove(summary)}
          onContinued={onClose}
        />
      ))}
    </Drawer>
  );
}

const kinds: readonly { value: SummaryKind; label: string }[] = [
  { value: 'compare', label: 'Compare' },
  { value: 'merge', label: 'One answer' },
  { value: 'instruction', label: 'Own words' },
];

interface SummaryFormProps {
  /** Of the replies that are chosen. */
  messageIds: string[];
  services: readonly AiService[];
  isPending: boolean;
  onStart: (wish: SummaryWish) => void;
}

function SummaryForm({ messageIds, services, isPending, onStart }: SummaryFormProps) {
  const [kind, setKind] = useState<SummaryKind>('compare');
  const [instruction, setInstruction] = useState('');
  const [summarizer, setSummarizer] = useState('');
  const writers = services.filter(({ category }) => category === 'text');
  const isSaid = kind !== 'instruction' || instruction.trim() !== '';
  const wish: SummaryWish = { kind, instruction, summarizerAI: summarizer || undefined };
  const isWanted = isSaid && messageIds.length >= minResponses;
  const textOf = (estimate: Estimate) => priceText(estimate, summarizer === '' ? services : []);
  const price = usePriceBefore({ ...priceOfSummary(messageIds, wish), textOf, isWanted });
  return (
    <div className={styles.form}>
      <Segments<SummaryKind> label="Kind of summary" options={kinds} value={kind} onChange={setKind} />
      {kind === 'instruction' && (
        <Field label="What it should do">
          {(control) => (
            <textarea
              {...control}
              rows={2}
              placeholder="For example: a table of the differences"
              maxLength={limits.summaryInstruction}
              value={instruction}
              onChange={({ target }) => setInstruction(target.value)}
            />
          )}
        </Field>
      )}
      <div className={styles.who}>
        <Field label="Summarized by">
          {(control) => (
            <select {...control} value={summarizer} onChange={({ target }) => setSummarizer(target.value)}>
              <option value="">Automatic</option>
              {writers.map(({ name, displayName }) => (
                <option key={name} value={name}>
                  {displayName}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button
          type="primary"
          className={styles.go}
          disabled={isPending || !isSaid}
          onClick={() => price.confirm(() => onStart(wish))}
        >
          {isPending ? 'Summarizing...' : 'Summarize'}
        </Button>
        <div className={styles.price}>
          <PriceBefore price={price} />
        </div>
      </div>
    </div>
  );
}

const noAccent: Accent = { light: 'var(--ink-2)', dark: 'var(--ink-2)', hue: undefined };
