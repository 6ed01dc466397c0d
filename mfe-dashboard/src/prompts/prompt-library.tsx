import { filledInPart, listSavedQueries } from '@polylogue/api-contract';
import { paths, useApiQuery } from '@polylogue/web-kit';
import { ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { ValuesDialog } from '@polylogue/web-kit/query-variables';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { ChosenPrompt } from './chosen-prompt.state.js';
import styles from './prompt-library.module.css';
import { matching, optionAfter, type Prompt } from './prompt-library.rules.js';

interface PromptLibraryProps {
  onChoose: (prompt: ChosenPrompt, text: string) => void;
  onClose: () => void;
}

/** Saved queries to write a message from: chosen by search, with values for their own variables. */
export default function PromptLibrary({ onChoose, onClose }: PromptLibraryProps) {
  const [asked, setAsked] = useState<Prompt>();
  const insert = (prompt: Prompt, values: Record<string, string> = {}) => {
    onChoose({ id: prompt.id, title: prompt.title }, filledInPart(prompt.content, values));
    onClose();
  };
  const onPick = (prompt: Prompt) => ((prompt.variables?.length ?? 0) > 0 ? setAsked(prompt) : insert(prompt));
  if (asked) {
    const { title, variables = [] } = asked;
    const onValues = (values: Record<string, string>) => insert(asked, values);
    return <ValuesDialog title={title} variables={variables} action="Insert" onValues={onValues} onClose={onClose} />;
  }
  return <PromptList onPick={onPick} onClose={onClose} />;
}

function PromptList({ onPick, onClose }: { onPick: (prompt: Prompt) => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const picked = useRef<Prompt>(undefined);
  const id = useId();
  const queries = useApiQuery(listSavedQueries);
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  const found = matching(queries.data ?? [], search);
  // Closed first, so that the focus goes back to the box.
  const pick = (prompt: Prompt) => {
    picked.current = prompt;
    dialog.current?.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = optionAfter(event.key, at, found.length);
    const chosen = found[at];
    if (next !== undefined) setAt(next);
    else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) pick(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.library}
      aria-label="Saved queries"
      onClose={() => (picked.current ? onPick(picked.current) : onClose())}
    >
      <input
        className="pl-control"
        role="combobox"
        aria-label="Search saved queries"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] && `${id}-${found[at].id}`}
        autoComplete="off"
        placeholder="Search saved queries"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <QueryState
        query={queries}
        skeleton={{ rows: 4, rowHeight: 48 }}
        failed={{ title: 'Saved queries could not be loaded', text: 'Try again in a moment.' }}
      />
      <Options id={id} prompts={found} at={at} onPick={pick} />
      {queries.data && found.length === 0 && <Nothing isSearched={search.trim() !== '' && queries.data.length > 0} />}
      <p className={styles.help}>Names in braces are filled when the message is sent.</p>
    </dialog>
  );
}

interface OptionsProps {
  id: string;
  prompts: readonly Prompt[];
  at: number;
  onPick: (prompt: Prompt) => void;
}

function Options({ id, prompts, at, onPick }: OptionsProps) {
  const active = useRef<HTMLLIElement>(null);
  useEffect(() => active.current?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <ul id={`${id}-list`} className={styles.list} role="listbox" aria-label="Saved queries" tabIndex={-1}>
      {prompts.map((prompt, index) => (
        // Keys are those of the search above, which keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={prompt.id}
          ref={index === at ? active : undefined}
          id={`${id}-${prompt.id}`}
          role="option"
          aria-selected={index === at}
          onClick={() => onPick(prompt)}
        >
          <b>{prompt.title}</b>
          <span>{prompt.content}</span>
        </li>
      ))}
    </ul>
  );
}

function Nothing({ isSearched }: { isSearched: boolean }) {
  if (isSearched) return <p className={styles.none}>No saved query has these words.</p>;
  return (
    <div className={styles.none}>
      <p>No saved queries yet</p>
      <ButtonLink to={paths.newSavedQuery.href()}>New Query</ButtonLink>
    </div>
  );
}
