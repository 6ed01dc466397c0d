import type { Comparison } from '@polylogue/api-contract';
import { Badge, EmptyState, PageHeader, paths } from '@polylogue/web-kit';
import { AntdTheme, Button, ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { useSearchParams } from '@polylogue/web-kit/router';
import { ListChecks } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import layout from '../conversation-history.module.css';
import { ConfirmDelete } from '../deletion/confirm-delete.js';
import { useDeleting } from '../deletion/deleting.api.js';
import { addressOf, isNarrowed, viewOf, type HistoryView } from '../history-view.rules.js';
import { useAccents } from '../history.api.js';
import { ListFoot } from '../list/list-foot.js';
import { SelectionBar } from '../list/selection-bar.js';
import { Toolbar } from '../list/toolbar.js';
import { ImportButton } from '../transfer/import-button.js';
import { ComparisonTable } from './comparison-table.js';
import { useComparisons, useGiving } from './comparisons.api.js';

/** One row for each message and all that was replied to it and what followed. */
export function Comparisons() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => viewOf(address), [address]);
  const show = useCallback(
    (change: Partial<HistoryView>) => setAddress((now) => addressOf({ ...viewOf(now), ...change })),
    [setAddress],
  );
  const list = useComparisons(view);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const accents = useAccents(useMemo(() => labelsOf(rows), [rows]));
  const removal = useRemoval();
  const { selected, setSelected, setToDelete, deleting } = removal;
  const give = useGiving();

  const count = list.data?.pages[0]?.total?.toLocaleString('en-US');
  return (
    <AntdTheme>
      <div className={`pl-page ${layout.page}`}>
        <PageHeader
          title="Conversation History"
          beside={count !== undefined && <Badge>{count}</Badge>}
          actions={<Actions removal={removal} isEmpty={rows.length === 0} />}
        />
        <section className={`pl-card ${layout.list}`} aria-label="Comparisons">
          <Toolbar view={view} onView={show} />
          {selected && (
            <SelectionBar
              selected={selected}
              rows={rows}
              progress={deleting.progress}
              onSelect={setSelected}
              onDelete={() => setToDelete([...selected])}
              onStop={deleting.stop}
            />
          )}
          {rows.length === 0 && (
            <QueryState query={list} skeleton={{ rows: 10, rowHeight: 49 }} failed={comparisonsFailed} />
          )}
          {list.isSuccess && rows.length === 0 && <NoComparisons view={view} />}
          {rows.length > 0 && (
            <ComparisonTable
              rows={rows}
              view={view}
              accents={accents}
              selected={selected}
              isStale={list.isPlaceholderData}
              onView={show}
              onToggle={removal.toggle}
              onStar={(id, starred) => give(id, { starred })}
              onDelete={(id) => setToDelete([id])}
            />
          )}
          {rows.length > 0 && <ListFoot list={list} shown={rows.length} count={count} />}
        </section>
        <Confirmation removal={removal} />
      </div>
    </AntdTheme>
  );
}

type Removal = ReturnType<typeof useRemoval>;

/** What is selected, what is about to be deleted, and how far deleting is. */
function useRemoval() {
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const [toDelete, setToDelete] = useState<readonly string[]>();
  const deleting = useDeleting('comparison');
  const remove = async (ids: readonly string[]) => {
    setToDelete(undefined);
    const left = await deleting.start(ids);
    // What could not be deleted stays selected; else selecting is over.
    setSelected((now) => (now && left.length > 0 ? new Set(left) : undefined));
  };
  const toggle = useCallback((id: string) => {
    setSelected((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return { selected, setSelected, toDelete, setToDelete, deleting, remove, toggle };
}

const Actions = ({ removal: { selected, setSelected, deleting }, isEmpty }: { removal: Removal; isEmpty: boolean }) => (
  <>
    <Button
      disabled={deleting.progress !== undefined || (!selected && isEmpty)}
      onClick={() => setSelected((now) => (now ? undefined : new Set()))}
      icon={<ListChecks aria-hidden />}
    >
      {selected ? 'Exit Selection' : 'Select Multiple'}
    </Button>
    <ImportButton />
  </>
);

const Confirmation = ({ removal: { toDelete, setToDelete, remove } }: { removal: Removal }) =>
  toDelete && (
    <ConfirmDelete
      kind="comparison"
      count={toDelete.length}
      onConfirm={() => void remove(toDelete)}
      onCancel={() => setToDelete(undefined)}
    />
  );

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
