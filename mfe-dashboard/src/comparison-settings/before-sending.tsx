import { settingsSummary, useNotesBefore, type Sending } from '@polylogue/web-kit/answer-settings';
import { SlidersHorizontal } from 'lucide-react';
import { memo } from 'react';
import styles from './before-sending.module.css';

export interface BeforeSendingProps extends Sending {
  onChange: () => void;
}

/** Above the box: how services will answer, and which of them will do without something. Nothing where that is nothing. */
export default memo(function BeforeSending({ onChange, ...sending }: BeforeSendingProps) {
  const notes = useNotesBefore(sending);
  const summary = settingsSummary(sending.settings);
  return (
    <div className={styles.before} data-before>
      {summary !== '' && (
        <button
          type="button"
          className={styles.settings}
          aria-label={`Settings of this comparison: ${summary}`}
          title={summary}
          onClick={onChange}
        >
          <SlidersHorizontal size={13} aria-hidden="true" />
          <span>{summary}</span>
        </button>
      )}
      <p role="status" aria-label="Before sending">
        {notes}
      </p>
    </div>
  );
});
