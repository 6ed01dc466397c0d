import { getConversation, type ConversationView } from '@polylogue/api-contract';
import { accentStyle, NoticeCard, useApiQuery, Voice, type Accent, type AccentStyle } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import { CostQuestionProvider } from '@polylogue/web-kit/estimate';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { downloadOne } from '../transfer/download.api.js';
import { conversationFormats, ExportMenu } from '../transfer/export-menu.js';
import { ContinueForm } from './continue-form.js';
import styles from './reading-pane.module.css';
import { Turns } from './turns.js';

/** One conversation to read and to go on with. */
export default function ReadingPane(props: ReadingPaneProps) {
  return (
    <CostQuestionProvider>
      <Pane {...props} />
    </CostQuestionProvider>
  );
}

function Pane({ id, comparisonId, focus, accents, onClose }: ReadingPaneProps) {
  const conversation = useApiQuery(getConversation, { parameters: { id }, staleTime: 0 });
  const { data } = conversation;
  const { className = '', style }: Partial<AccentStyle> | { className?: ''; style?: undefined } = data
    ? lookOf(data, accents)
    : {};
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus === 'heading') heading.current?.focus();
  }, [focus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from wherever one is in it
    <aside
      className={`pl-card ${styles.pane} ${className}`}
      style={style}
      aria-label="Conversation"
      onKeyDown={({ key, target }) => key === 'Escape' && !(target as Element).closest('dialog') && onClose()}
    >
      <header className={styles.head}>
        {data && <Voice />}
        <h2 ref={heading} tabIndex={-1}>
          {data?.aiService.displayName ?? 'Conversation'}
        </h2>
        {data && (
          <span>
            {data.messages.length} {data.messages.length === 1 ? 'message' : 'messages'}
          </span>
        )}
        <span className={styles.buttons}>
          {data && (
            <ExportMenu
              label="Export this conversation"
              formats={conversationFormats}
              isIconOnly
              onChoose={(format) => void downloadOne(id, format)}
            />
          )}
          <button type="button" className="pl-icon-button" aria-label="Close conversation" onClick={onClose}>
            <X aria-hidden />
          </button>
        </span>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
      <div className={styles.body} tabIndex={0} role="region" aria-label="Messages">
        {data ? (
          <Turns key={data.id} view={data} accents={accents} />
        ) : (
          <QueryState query={conversation} skeleton={{ rows: 4, rowHeight: 72 }} failed={failed} notFound={notFound} />
        )}
      </div>
      {data && (
        <ContinueForm view={data} comparisonId={comparisonId} accents={accents} wantsFocus={focus === 'message'} />
      )}
    </aside>
  );
}

interface ReadingPaneProps {
  id: string;
  /** The comparison it is part of; undefined where that is not known. */
  comparisonId: string | undefined;
  /** What gets the focus when it was opened by a click; absent when it was opened by its address. */
  focus: 'heading' | 'message' | undefined;
  accents: ReadonlyMap<string, Accent>;
  onClose: () => void;
}

const failed = {
  title: 'Failed to fetch conversations',
  text: 'Nothing is lost. Check the connection, then try again.',
};

const notFound = (
  <NoticeCard
    role="alert"
    title="Conversation not found"
    text="It may have been deleted, or the link is not complete."
  />
);

function lookOf({ aiService }: ConversationView, accents: ReadonlyMap<string, Accent>): Partial<AccentStyle> {
  const accent = accents.get(aiService.name);
  return accent ? accentStyle(accent) : {};
}
