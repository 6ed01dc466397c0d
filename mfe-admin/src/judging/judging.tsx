import { PanelTab } from '../panel/panel-tab.js';
import { JudgingForm } from './judging-form.js';
import { useJudgingSettings } from './judging.api.js';

/** Who judges replies, when, how often and within which budget. */
export default function Judging() {
  const query = useJudgingSettings();
  const { data } = query;
  return (
    <PanelTab query={query} skeleton={{ rows: 4, rowHeight: 72 }}>
      {data && <JudgingForm settings={data} />}
    </PanelTab>
  );
}
