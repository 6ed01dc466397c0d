import { Skeleton } from '@polylogue/web-kit';
import { ConnectionError } from '../connection-error.js';
import { JudgingForm } from './judging-form.js';
import { useJudgingSettings } from './judging.api.js';

/** Who judges replies, when, how often and within which budget. */
export default function Judging() {
  const { data, isPending, error } = useJudgingSettings();
  return (
    <>
      <ConnectionError error={error} />
      {isPending && <Skeleton rows={4} rowHeight={72} />}
      {data && <JudgingForm settings={data} />}
    </>
  );
}
