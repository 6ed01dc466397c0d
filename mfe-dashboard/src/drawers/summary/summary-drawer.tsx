import type { AiService } from '@polylogue/api-contract';
import { accentStyle, LateMarkdown, type Accent } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Select } from '@polylogue/web-kit/select';
import { useId, useState } from 'react';
import { CopyButton } from '../copy-button.js';
import { Drawer } from '../drawer.js';
import type { FinishedReply } from '../finished-replies.rules.js';
import { popupContainer } from '../../controls/popup-container.js';
import { useSummary } from './summary.api.js';
import { previewOf } from './summary.rules.js';
import styles from './summary.module.css';

interface SummaryDrawerProps {
  /** The latest reply of each service. */
  replies: readonly FinishedReply[];
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  onClose: () => void;
}

/** Has one service sum up what the others said. The replies themselves stay as they are. */
export default function SummaryDrawer({ replies, services, accents, onClose }: SummaryDrawerProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { summary, isPending, summarize } = useSummary();
  const chosen = replies.filter(({ messageId }) => !left.has(messageId));
  const toggle = (messageId: string) => {
    const next = new Set(left);
    if (!next.delete(messageId)) next.add(messageId);
    setLeft(next);
  };
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
      <SummarizedBy services={services} isPending={isPending} onStart={(summarizer) => summarize(chosen, summarizer)} />
      {summary && (
        <section className={styles.summary} aria-label="Summary">
          <header>
            <h3>Summary by {summary.summarizerAI}</h3>
            <CopyButton label="Copy" text={summary.summary} />
          </header>
          <LateMarkdown text={summary.summary} live={false} />
        </section>
      )}
    </Drawer>
  );
}

interface SummarizedByProps {
  services: readonly AiService[];
  isPending: boolean;
  /** With the service chosen to summarize; undefined leaves the choice to the server. */
  onStart: (summarizer: string | undefined) => void;
}

function SummarizedBy({ services, isPending, onStart }: SummarizedByProps) {
  const [summarizer, setSummarizer] = useState('');
  const selectId = useId();
  const writers = services.filter(({ category }) => category === 'text');
  return (
    <div className={styles.who}>
      <label htmlFor={selectId}>Summarized by</label>
      <Select<string>
        id={selectId}
        value={summarizer}
        onChange={setSummarizer}
        getPopupContainer={popupContainer}
        options={[
          { value: '', label: 'Automatic' },
          ...writers.map(({ name, displayName }) => ({ value: name, label: displayName })),
        ]}
      />
      <Button
        type="primary"
        className={styles.go}
        disabled={isPending}
        onClick={() => onStart(summarizer || undefined)}
      >
        {isPending ? 'Summarizing...' : 'Summarize'}
      </Button>
    </div>
  );
}

const noAccent: Accent = { light: 'var(--ink-2)', dark: 'var(--ink-2)', hue: undefined };
