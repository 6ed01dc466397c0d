import { Badge, EmptyState, PageHeader, paths } from '@polylogue/web-kit';
import { AntdTheme, Button, ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { useSearchParams } from '@polylogue/web-kit/router';
import { ListChecks } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { ConfirmDelete } from './deletion/confirm-delete.js';
import { useDeleting } from './deletion/deleting.api.js';
import { downloadAll } from './transfer/download.api.js';
import { conversationFormats, ExportMenu } from './transfer/export-menu.js';
import { ImportButton } from './transfer/import-button.js';
import { ReadingPane } from './reading/reading-pane.js';
import styles from './conversation-history.module.css';
import { ConversationTable } from './list/conversation-table.js';
import { addressOf, afterSort, isNarrowed, sinceOf, viewOf, type HistoryView } from './history-view.rules.js';
import { useAccents, useHistory } from './history.api.js';
import { ListFoot } from './list/list-foot.js';
import { SelectionBar } from './list/selection-bar.js';
import { Toolbar } from './list/toolbar.js';

export default function ConversationHistory() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => viewOf(address), [address]);
  const show = useCallback(
    (change: Partial<HistoryView>) => setAddress((now) => addressOf({ ...viewOf(now), ...change })),
    [setAddress],
  );
  const list = useHistory(view);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const accents = useAccents(useMemo(() => rows.map(({ aiService }) => aiService), [rows]));
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const [toDelete, setToDelete] = useState<readonly string[]>();
  const [opening, setOpening] = useState<{ id: string; focus: 'heading' | 'message'; from: Element | null }>();
  const deleting = useDeleting();

  const remove = async (ids: readonly string[]) => {
    setToDelete(undefined);
    const left = await deleting.start(ids);
    if (ids.includes(view.open) && !left.includes(view.open)) show({ open: '' });
    // What could not be deleted stays selected; else selecting is over.
    if (selected) setSelected(left.length > 0 ? new Set(left) : undefined);
  };
  const toggle = useCallback((id: string) => {
    setSelected((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
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
  const askDelete = useCallback((id: string) => setToDelete([id]), []);

  const [{ total, atLeast } = { total: undefined, atLeast: undefined }] = list.data?.pages ?? [];
  const count =
    total?.toLocaleString('en-US') ?? (atLeast === undefined ? undefined : `${atLeast.toLocaleString('en-US')}+`);
  const filter = { ...(view.q && { q: view.q }), ...(view.service && { service: view.service }) };
  return (
    <AntdTheme>
      <div className={`pl-page ${styles.page}`}>
        <PageHeader
          title="Conversation History"
          beside={count !== undefined && <Badge>{count}</Badge>}
          actions={
            <>
              <Button
                disabled={deleting.progress !== undefined || (!selected && rows.length === 0)}
                onClick={() => setSelected((now) => (now ? undefined : new Set()))}
                icon={<ListChecks aria-hidden />}
              >
                {selected ? 'Exit Selection' : 'Select Multiple'}
              </Button>
              <ImportButton />
              <ExportMenu
                label={isNarrowed(view) ? 'Export Found' : 'Export All'}
                formats={conversationFormats}
                isDisabled={rows.length === 0}
                onChoose={(format) => void downloadAll(format, { ...filter, since: sinceOf(view.date, new Date()) })}
              />
            </>
          }
        />
        <div className={styles.layout} data-open={view.open !== '' || undefined}>
          <section className={`pl-card ${styles.list}`} aria-label="Conversations">
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
              <QueryState query={list} skeleton={{ rows: 10, rowHeight: 49 }} failed={conversationsFailed} />
            )}
            {list.isSuccess && rows.length === 0 && <NoConversations isNarrowed={isNarrowed(view)} />}
            {rows.length > 0 && (
              <ConversationTable
                rows={rows}
                view={view}
                accents={accents}
                selected={selected}
                isStale={list.isPlaceholderData}
                onSort={(column) => show(afterSort(view, column))}
                onToggle={toggle}
                onOpen={open}
                onContinue={goOn}
                onDelete={askDelete}
              />
            )}
            {rows.length > 0 && <ListFoot list={list} shown={rows.length} count={count} />}
          </section>
          {view.open !== '' && (
            <ReadingPane
              key={view.open}
              id={view.open}
              focus={opening?.id === view.open ? opening.focus : undefined}
              accents={accents}
              onClose={close}
            />
          )}
        </div>
        {toDelete && (
          <ConfirmDelete
            count={toDelete.length}
            onConfirm={() => void remove(toDelete)}
            onCancel={() => setToDelete(undefined)}
          />
        )}
      </div>
    </AntdTheme>
  );
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
