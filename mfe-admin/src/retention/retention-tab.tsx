import { Skeleton } from '@polylogue/web-kit';
import { ConnectionError } from '../connection-error.js';
import { RetentionForm } from './retention-form.js';
import { RetentionProgress } from './retention-progress.js';
import { useRetention } from './retention.api.js';

/** How long conversations are kept, and what was removed for it. */
export default function RetentionTab() {
  const { data, isPending, error } = useRetention();
  return (
    <>
      <ConnectionError error={error} />
      {isPending && <Skeleton rows={3} rowHeight={72} />}
      {data && <RetentionForm rule={data.rule} />}
      {data && <RetentionProgress rule={data.rule} removals={data.removals} />}
    </>
  );
}
