import { previewQueryText, type BodyOf } from '@polylogue/api-contract';
import styles from './query-variables.module.css';
import { useTextPreview } from './text-preview.api.js';

/** Props of {@link PreviewedText}. */
export interface PreviewedTextProps {
  body: BodyOf<typeof previewQueryText>;
}

/** A text as it would be sent now, or why it would not. */
export function PreviewedText({ body }: PreviewedTextProps) {
  const { data, isError, isFetching } = useTextPreview(body);
  const fault = isError
    ? 'The text cannot be shown right now. It is filled again when it is sent.'
    : data?.issues.map(({ message }) => message).join(' ');
  return (
    <div className={styles.preview} role="status" aria-label="Text as it will be sent" aria-busy={isFetching}>
      {fault ? <p className={styles.fault}>{fault}</p> : <pre>{data?.text ?? 'Filling…'}</pre>}
    </div>
  );
}
