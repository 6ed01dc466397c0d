import { grouped, type ExecutionResult } from '@polylogue/api-contract';
import { accentStyle, RelativeTime, Voice, type Accent } from '@polylogue/web-kit';
import { Reasoning, ReplyMedia, Sources } from '@polylogue/web-kit/chat';
import { emptySentence, modelFigure } from '@polylogue/web-kit/streams';
import { useState } from 'react';
import { formatCost, milliseconds } from './execution.rules.js';
import styles from './execution-card.module.css';
import { ResponseDiff } from './response-diff.js';
import { ResponseText } from './response-text.js';

interface ResultViewProps {
  result: ExecutionResult;
  /** It names what was made for users who cannot see or hear it. */
  question: string;
  accent: Accent | undefined;
  /** The last answer of the same service before this one. */
  previous: { number: number; response: string } | undefined;
}

const scoreMeaning = 'Mean overall score of this reply, as the other services judged it';

/** What one service answered in a run. */
export function ResultView({ result, question, accent, previous }: ResultViewProps) {
  const [isDiff, setIsDiff] = useState(false);
  const look = accent && accentStyle(accent);
  const { aiService, responseTime, tokens, cost, createdAt, response, error, generation, media, score } = result;
  const model = modelFigure(generation);
  const empty = emptySentence({ status: error ? 'failed' : 'completed', text: response, media });
  const canCompare = previous !== undefined && response !== '';
  return (
    <article className={`${styles.result} ${look?.className ?? ''}`} style={look?.style}>
      <header>
        <Voice state={error ? 'flat' : 'still'} />
        <b>{generation?.service.displayName || aiService.displayName}</b>
        <span className={styles.figures}>
          <span>{milliseconds(responseTime)}</span>
          {tokens !== undefined && <span>{grouped(tokens)} tokens</span>}
          {cost && <span>{formatCost(cost)}</span>}
          {model && <span>{model}</span>}
          {score !== undefined && <span title={scoreMeaning}>score {Math.round(score)}</span>}
          <RelativeTime time={createdAt} />
        </span>
      </header>
      {isDiff && canCompare ? <ResponseDiff before={previous.response} after={response} /> : null}
      {generation?.reasoning && !isDiff && <Reasoning text={generation.reasoning} />}
      {!isDiff && response !== '' && <ResponseText text={response} />}
      {!isDiff && media && <ReplyMedia media={media} question={question} text={response} />}
      {generation?.sources && !isDiff && <Sources sources={generation.sources} omitted={generation.sourcesOmitted} />}
      {error && <p className={styles.fault}>{error}</p>}
      {empty && <p className={styles.empty}>{empty}</p>}
      {canCompare && (
        <button type="button" className={styles.more} aria-pressed={isDiff} onClick={() => setIsDiff(!isDiff)}>
          {isDiff ? 'Show the response' : `Changes since #${previous.number}`}
        </button>
      )}
    </article>
  );
}
