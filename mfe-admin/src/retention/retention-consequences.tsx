import type { RetentionPreview } from '@polylogue/api-contract';
import { when } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import styles from './retention.module.css';
import { keptLabel, previewLabel } from './retention.rules.js';

interface RetentionConsequencesProps {
  preview: { data: RetentionPreview | undefined; error: Error | null; refetch: () => Promise<unknown> };
}

const failed = {
  title: 'It could not be counted',
  text: 'Nothing was changed. Without the count, the rule cannot be saved.',
};

/** What a rule removes now, in words; or why that is not known. */
export function RetentionConsequences({ preview }: RetentionConsequencesProps) {
  const { data, error } = preview;
  if (error) return <QueryState query={{ ...preview, isPending: false }} failed={failed} />;
  const kept = data && keptLabel(data);
  return (
    <div role="status" className={styles.consequences}>
      <p>{data ? previewLabel(data) : 'Counting what would be removed…'}</p>
      {data?.oldestAt && <p>The oldest was last used {when(data.oldestAt)}.</p>}
      {kept && <p>{kept}</p>}
    </div>
  );
}
