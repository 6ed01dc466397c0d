import { PanelTab } from '../panel/panel-tab.js';
import { RetentionForm } from './retention-form.js';
import { RetentionProgress } from './retention-progress.js';
import { useRetention } from './retention.api.js';

/** How long conversations are kept, and what was removed for it. */
export default function RetentionTab() {
  const query = useRetention();
  const { data } = query;
  return (
    <PanelTab query={query} skeleton={{ rows: 3, rowHeight: 72 }}>
      {data && <RetentionForm rule={data.rule} />}
      {data && <RetentionProgress rule={data.rule} removals={data.removals} />}
    </PanelTab>
  );
}
