import { getComparison, type AiService, type AnswerSettings } from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';
import { useNotesBefore } from '@polylogue/web-kit/answer-settings';
import styles from './before-continuing.module.css';

interface BeforeContinuingProps {
  /** Of the conversation; undefined where that is not known. */
  comparisonId: string | undefined;
  services: readonly AiService[];
  selected: readonly string[];
}

const none: AnswerSettings = {};

/** Which services will do without something of how they answer in the comparison; nothing where that is nothing. */
export function BeforeContinuing({ comparisonId, services, selected }: BeforeContinuingProps) {
  const parameters = { id: comparisonId ?? '' };
  const { data } = useApiQuery(getComparison, { parameters, enabled: comparisonId !== undefined });
  const notes = useNotesBefore({ services, selected, settings: data?.settings ?? none });
  return (
    <p role="status" aria-label="Before sending" className={styles.notes}>
      {notes}
    </p>
  );
}
