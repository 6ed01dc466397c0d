import { grouped, type Comparison } from '@polylogue/api-contract';
import { Badge, EmptyState, PageHeader, paths, useAccents } from '@polylogue/web-kit';
import { AntdTheme, ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { useMemo } from 'react';
import layout from '../conversation-history.module.css';
import { ConfirmRemoval, SelectButton, SelectedRows } from '../deletion/removal.js';
import { useRemoval } from '../deletion/use-removal.js';
import { isNarrowed, type HistoryView } from '../history-view.rules.js';
import { ListFoot } from '../list/list-foot.js';
import { Toolbar } from '../list/toolbar.js';
import { downloadComparisons } from '../transfer/download.api.js';
import { conversationFormats, ExportMenu } from '../transfer/export-menu.js';
import { ImportButton } from '../transfer/import-button.js';
import { ComparisonTable } from './comparison-table.js';
import { filterOf, useComparisons, useGiving } from './comparisons.api.js';
import { useFollowComparisons } from './follow-comparisons.api.js';
import { useHistoryView } from '../use-history-view.js';

/** One row for each message and all that was replied to it and what followed. */
export default function Comparisons() {
  const { view, show } = useHistoryView();
  const list = useComparisons(view);
  useFollowComparisons();
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const accents = useAccents(useMemo(() => labelsOf(rows), [rows]));
  const removal = useRemoval('comparison');
  const give = useGiving();

  const total = list.data?.pages[0]?.total;
  const count = total === undefined ? undefined : grouped(total);
  return (
    <AntdTheme>
      <div className={`pl-page ${layout.page}`}>
        <PageHeader
          title="Conversation History"
          beside={count !== undefined && <Badge>{count}</Badge>}
          actions={
            <>
              <SelectButton removal={removal} isEmpty={rows.length === 0} />
              <ImportButton />
              <ExportMenu
                label={isNarrowed(view) ? 'Export Found' : 'Export All'}
                formats={conversationFormats}
                isDisabled={rows.length === 0}
                onChoose={(format) => void downloadComparisons(format, filterOf(view))}
              />
            </>
          }
        />
        <section className={`pl-card ${layout.list}`} aria-label="Comparisons">
          <Toolbar view={view} onView={show} />
          <SelectedRows removal={removal} rows={rows} />
          {rows.length === 0 && (
            <QueryState query={list} skeleton={{ rows: 10, rowHeight: 49 }} failed={comparisonsFailed} />
          )}
          {list.isSuccess && rows.length === 0 && <NoComparisons view={view} />}
          {rows.length > 0 && (
            <ComparisonTable
              rows={rows}
              view={view}
              accents={accents}
              selected={removal.selected}
              isStale={list.isPlaceholderData}
              onView={show}
              onToggle={removal.toggle}
              onStar={(id, starred) => give(id, { starred })}
              onDelete={removal.ask}
            />
          )}
          {rows.length > 0 && <ListFoot list={list} shown={rows.length} count={count} />}
        </section>
        <ConfirmRemoval removal={removal} />
      </div>
    </AntdTheme>
  );
}

const labelsOf = (rows: readonly Comparison[]) =>
  rows.flatMap(({ conversations }) => conversations.map(({ aiService }) => aiService));

const comparisonsFailed = {
  title: 'Failed to fetch comparisons',
  text: 'Nothing is lost. Check the connection, then try again.',
};

const NoComparisons = ({ view }: { view: HistoryView }) => (
  <EmptyState
    title="No comparisons found"
    help={
      isNarrowed(view)
        ? 'Search for fewer words, or choose other filters.'
        : 'Send a message from the dashboard; all its replies and what follows are kept here as one entry.'
    }
    action={
      <ButtonLink
        type="primary"
        to={isNarrowed(view) ? `${paths.history.href()}?show=comparisons` : paths.dashboard.href()}
      >
        {isNarrowed(view) ? 'Show all comparisons' : 'Go to Dashboard'}
      </ButtonLink>
    }
  />
);
