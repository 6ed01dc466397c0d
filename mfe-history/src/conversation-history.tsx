import { grouped, type ExportFormat, type FoundConversation } from '@polylogue/api-contract';
import { Badge, EmptyState, PageHeader, paths, useAccents } from '@polylogue/web-kit';
import { AntdTheme, ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ComponentProps } from 'react';
import { ConfirmRemoval, SelectButton, SelectedRows } from './deletion/removal.js';
import { useRemoval } from './deletion/use-removal.js';
import { downloadAll } from './transfer/download.api.js';
import { conversationFormats, ExportMenu } from './transfer/export-menu.js';
import { ImportButton } from './transfer/import-button.js';
import styles from './conversation-history.module.css';
import { ConversationTable } from './list/conversation-table.js';
import { afterSort, isNarrowed, sinceOf, type HistoryView } from './history-view.rules.js';
import { useHistory } from './history.api.js';
import { ListFoot } from './list/list-foot.js';
import { Toolbar } from './list/toolbar.js';
import { useHistoryView } from './use-history-view.js';

const loadPane = () => import('./reading/reading-pane.js');
const ReadingPane = lazy(loadPane);

export default function ConversationHistory() {
  const { view, show } = useHistoryView();
  const { list, rows, accents, count } = useFound(view);
  const removal = useRemoval('conversation', (ids, left) => {
    if (ids.includes(view.open) && !left.includes(view.open)) show({ open: '' });
  });
  const { opening, open, goOn, close } = useOpening(show);
  return (
    <AntdTheme>
      <div className={`pl-page ${styles.page}`}>
        <PageHeader
          title="Conversation History"
          beside={count !== undefined && <Badge>{count}</Badge>}
          actions={
            <>
              <SelectButton removal={removal} isEmpty={rows.length === 0} />
              <ImportButton />
              <ExportFound view={view} isEmpty={rows.length === 0} />
            </>
          }
        />
        <div className={styles.layout} data-open={view.open !== '' || undefined}>
          <section className={`pl-card ${styles.list}`} aria-label="Conversations">
            <Toolbar view={view} onView={show} />
            <SelectedRows removal={removal} rows={rows} />
            {rows.length === 0 && (
              <QueryState query={list} skeleton={{ rows: 10, rowHeight: 49 }} failed={conversationsFailed} />
            )}
            {list.isSuccess && rows.length === 0 && <NoConversations isNarrowed={isNarrowed(view)} />}
            {rows.length > 0 && (
              <ConversationTable
                rows={rows}
                view={view}
                accents={accents}
                selected={removal.selected}
                isStale={list.isPlaceholderData}
                onSort={(column) => show(afterSort(view, column))}
                onToggle={removal.toggle}
                onOpen={open}
                onContinue={goOn}
                onDelete={removal.ask}
              />
            )}
            {rows.length > 0 && <ListFoot list={list} shown={rows.length} count={count} />}
          </section>
          {view.open !== '' && (
            <Opened key={view.open} id={view.open} rows={rows} opening={opening} accents={accents} onClose={close} />
          )}
        </div>
        <ConfirmRemoval removal={removal} />
      </div>
    </AntdTheme>
  );
}

function useFound(view: HistoryView) {
  const list = useHistory(view);
  usePaneLoadedBehind(list.isSuccess);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const accents = useAccents(useMemo(() => rows.map(({ aiService }) => aiService), [rows]));
  return { list, rows, accents, count: countOf(list.data?.pages[0]) };
}

/** The list comes first; what opens a conversation is there before someone chooses one. */
function usePaneLoadedBehind(isListShown: boolean) {
  useEffect(() => {
    if (!isListShown) return;
    const timer = setTimeout(() => void loadPane(), 500);
    return () => clearTimeout(timer);
  }, [isListShown]);
}

/** Which conversation is opened, where the focus goes, and where it came from. */
function useOpening(show: (change: Partial<HistoryView>) => void) {
  const [opening, setOpening] = useState<{ id: string; focus: 'heading' | 'message'; from: Element | null }>();
  const openAt = useCallback(
    (id: string, focus: 'heading' | 'message') => {
      setOpening({ id, focus, from: document.activeElement });
      show({ open: id });
    },
    [show],
  );
  const open = useCallback((id: string) => openAt(id, 'heading'), [openAt]);
  const goOn = useCallback((id: string) => openAt(id, 'message'), [openAt]);
  const close = () => {
    show({ open: '' });
    // Back to the row it was opened from.
    if (opening?.from instanceof HTMLElement) opening.from.focus();
  };
  return { opening, open, goOn, close };
}

interface OpenedProps extends Pick<ComponentProps<typeof ReadingPane>, 'id' | 'accents' | 'onClose'> {
  rows: readonly FoundConversation[];
  opening: ReturnType<typeof useOpening>['opening'];
}

const Opened = ({ rows, opening, ...props }: OpenedProps) => (
  <Suspense fallback={<aside className="pl-card" aria-busy />}>
    <ReadingPane
      {...props}
      comparisonId={rows.find(({ id }) => id === props.id)?.comparisonId}
      focus={opening?.id === props.id ? opening.focus : undefined}
    />
  </Suspense>
);

function ExportFound({ view, isEmpty }: { view: HistoryView; isEmpty: boolean }) {
  const { q, service, date } = view;
  const exportAs = (format: ExportFormat) =>
    downloadAll(format, { ...(q && { q }), ...(service && { service }), since: sinceOf(date, new Date()) });
  return (
    <ExportMenu
      label={isNarrowed(view) ? 'Export Found' : 'Export All'}
      formats={conversationFormats}
      isDisabled={isEmpty}
      onChoose={(format) => void exportAs(format)}
    />
  );
}

/** How many there are, as far as it is known. */
function countOf(page: { total?: number | undefined; atLeast?: number | undefined } | undefined): string | undefined {
  if (page?.total !== undefined) return grouped(page.total);
  return page?.atLeast === undefined ? undefined : `${grouped(page.atLeast)}+`;
}

const conversationsFailed = {
  title: 'Failed to fetch conversations',
  text: 'Nothing is lost. Check the connection, then try again.',
};

const NoConversations = ({ isNarrowed: narrowed }: { isNarrowed: boolean }) => (
  <EmptyState
    title="No conversations found"
    help={
      narrowed
        ? 'Search for fewer words, or choose other filters.'
        : "Send a message from the dashboard; each service's replies are kept here as one thread."
    }
    action={
      <ButtonLink type="primary" to={narrowed ? paths.history.href() : paths.dashboard.href()}>
        {narrowed ? 'Show all conversations' : 'Go to Dashboard'}
      </ButtonLink>
    }
  />
);
