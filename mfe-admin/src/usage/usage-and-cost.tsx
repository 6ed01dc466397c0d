import { EmptyState } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { PanelTab } from '../panel/panel-tab.js';
import { EstimateAccuracy } from './estimate-accuracy.js';
import { UsageChart } from './usage-chart.js';
import { UsageFigures } from './usage-figures.js';
import { UsageRange } from './usage-range.js';
import { UsageTable } from './usage-table.js';
import { exportHref, useUsage, useUsageDays } from './usage.api.js';
import { lastDays, rangeFault, usualMeasure, type DayRange, type Group } from './usage.rules.js';
import styles from './usage.module.css';

/** Who has used which service how much, and what it cost. */
export default function UsageAndCost() {
  const [wanted, setWanted] = useState(() => lastDays(30, Date.now()));
  const fault = rangeFault(wanted);
  const [shown, setShown] = useState(wanted);
  const choose = (range: DayRange) => {
    setWanted(range);
    if (!rangeFault(range)) setShown(range);
  };
  return (
    <>
      <div className={styles.toolbar}>
        <UsageRange range={wanted} fault={fault} onChange={choose} />
        <Button href={exportHref(shown)} download icon={<Download aria-hidden />}>
          Export CSV
        </Button>
      </div>
      <UsageOf range={shown} />
    </>
  );
}

function UsageOf({ range }: { range: DayRange }) {
  const [group, setGroup] = useState<Group>('service');
  const query = useUsageDays(range);
  const { data: days } = query;
  const rows = useUsage(range, group);
  return (
    <PanelTab query={query} skeleton={{ rows: 3, rowHeight: 88 }}>
      {days?.total.calls === 0 && (
        <div className="pl-card">
          <EmptyState title="No usage in these days" help="Calls to AI services are counted here as they end." />
        </div>
      )}
      {days && days.total.calls > 0 && (
        <>
          <UsageFigures total={days.total} />
          <UsageChart range={{ from: days.from, to: days.to }} days={days.rows} usual={usualMeasure(days.total)} />
          <UsageTable group={group} query={rows} onGroup={setGroup} />
          <EstimateAccuracy range={range} />
          <p className={styles.about}>
            Days are days of UTC. ≈ marks what the price list estimates from tokens where the provider tells no cost; a
            cost nobody knows is not 0 and stands in no sum.
          </p>
        </>
      )}
    </PanelTab>
  );
}
