import type { Estimate } from '@polylogue/api-contract';
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useSettled } from '../components/use-settled.js';
import { useCurrentUser } from '../session/current-user.js';
import { expectedOf, settledMs } from './estimate.api.js';
import { notesOf, priceLine } from './estimate.rules.js';
import styles from './price-before.module.css';
import { useCostQuestion } from './use-cost-question.js';

/** Prices and habits change little in a moment. */
const freshMs = 10_000;

/** What is said of an estimate. */
export interface PriceText {
  line: string;
  /** What else is to be known of it, in sentences. */
  notes: string | undefined;
}

/** What is estimated. */
export interface PriceOptions<E extends Estimate = Estimate> {
  /** What the estimate depends on. */
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<E>;
  /** The length of the text that a user types: the line waits until it has settled, a click does not. */
  typedBytes?: number | undefined;
  /** How it is said; absent: as that of a message. */
  textOf?: (estimate: E) => PriceText;
  /** False where there is nothing to do. */
  isWanted: boolean;
  /** False: it is only asked for at the click. */
  isShown?: boolean;
  /** What is about to be done, as its button says. */
  deed: string;
}

/** A price that stands before a click. */
export interface Price extends PriceText {
  /** Does it at once, or asks first where it may cost more than the user wants to spend unasked. */
  confirm: (go: () => void) => void;
  /** The question, while it is asked. */
  question: ReactNode;
}

/** The estimate of something that is about to be done, for {@link PriceBefore} and the button beside it. */
export function usePriceBefore<E extends Estimate = Estimate>({
  queryKey,
  load,
  typedBytes,
  textOf = usualText,
  isWanted,
  isShown = true,
  deed,
}: PriceOptions<E>): Price {
  const client = useQueryClient();
  const { ask, question } = useCostQuestion(deed);
  const isDeciding = useRef(false);
  // Not shown to users who may not send yet: what the server would refuse costs nothing.
  const isKnown = (useCurrentUser().user?.isApproved ?? false) && isWanted;
  const isRead = isKnown && isShown;
  const options = queryOptions({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    staleTime: freshMs,
    gcTime: freshMs,
    retry: false,
  });
  const isSettled = useSettled(typedBytes, settledMs) === typedBytes;
  const { data, isError } = useQuery({ ...options, enabled: isRead && isSettled, placeholderData: keepPreviousData });
  const estimate = isRead && !isError ? data : undefined;
  const confirm = (go: () => void) => {
    if (!isKnown) return go();
    // A second click must not do it twice.
    if (isDeciding.current) return;
    isDeciding.current = true;
    void expectedOf(client, options)
      .then((expected) => ask(expected, go))
      .finally(() => (isDeciding.current = false));
  };
  return {
    ...(estimate ? textOf(estimate) : { line: isRead && isError ? 'No estimate right now' : '', notes: undefined }),
    confirm,
    question,
  };
}

const usualText = (estimate: Estimate): PriceText => ({ line: priceLine(estimate), notes: notesOf(estimate) });

/** `≈ $0.01 · about 8 s` beside the button that spends it. Its room is kept, so that nothing moves when it comes. */
export function PriceBefore({ price: { line, notes, question } }: { price: Price }) {
  return (
    <>
      <p className={styles.line} role="status" aria-label="Estimate" title={notes}>
        {line}
        {notes && <span className="pl-only-read">. {notes}</span>}
      </p>
      {question}
    </>
  );
}
