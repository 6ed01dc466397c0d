import { chooseTheme } from '@polylogue/web-kit';
import { useNavigate } from '@polylogue/web-kit/router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLogout } from '../logout/use-logout.js';
import { grouped, type Command } from './commands.rules.js';
import styles from './palette.module.css';
import { useFoundCommands } from './use-found-commands.js';

/** Screens, services, comparisons and actions by their names: typed, chosen, done. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const logout = useLogout();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const run = ({ effect }: Command) => {
    // Closed first: it gives the focus back, which what is done next may take.
    dialog.current?.close();
    if (effect === 'logout') logout();
    else if ('go' in effect) void navigate(effect.go);
    else chooseTheme(effect.theme);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the keyboard closes a dialog by Esc
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Command palette"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <Search onRun={run} />
    </dialog>
  );
}

function Search({ onRun }: { onRun: (command: Command) => void }) {
  const list = useId();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const groups = grouped(useFoundCommands(typed));
  const shown = groups.flatMap(([, commands]) => commands);
  const active = shown[Math.min(index, shown.length - 1)];
  useEffect(() => {
    if (active) document.getElementById(optionId(list, active))?.scrollIntoView?.({ block: 'nearest' });
  }, [list, active]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = nextIndex(event.key, Math.min(index, shown.length - 1), shown.length);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next !== undefined) setIndex(next);
    else if (active) onRun(active);
  };
  return (
    <>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Search screens, services, comparisons and actions"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(list, active)}
        placeholder="Where to, or what to do?"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value);
          setIndex(0);
        }}
      />
      <Found id={list} groups={groups} active={active} onRun={onRun} />
      <p className={styles.nothing} role="status">
        {shown.length === 0 && `Nothing is called “${typed.trim()}”.`}
      </p>
    </>
  );
}

interface FoundProps {
  id: string;
  groups: ReturnType<typeof grouped>;
  active: Command | undefined;
  onRun: (command: Command) => void;
}

const Found = ({ id, groups, active, onRun }: FoundProps) => (
  <div id={id} role="listbox" aria-label="Found" className={styles.list}>
    {groups.map(([group, commands]) => (
      <div key={group} role="group" aria-label={group}>
        <div className={styles.group} aria-hidden="true">
          {group}
        </div>
        {commands.map((command) => (
          <Option
            key={command.id}
            id={optionId(id, command)}
            command={command}
            isActive={command === active}
            onRun={onRun}
          />
        ))}
      </div>
    ))}
  </div>
);

const optionId = (list: string, { id }: Command) => `${list}-${id}`;

interface OptionProps {
  id: string;
  command: Command;
  isActive: boolean;
  onRun: (command: Command) => void;
}

// The focus stays in the field, whose keys choose among these.
function Option({ id, command, isActive, onRun }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- Enter in the field
    <div id={id} role="option" aria-selected={isActive} className={styles.option} onClick={() => onRun(command)}>
      <span>{command.label}</span>
      {command.keys?.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </div>
  );
}

/** Up and down go round; Home and End stay with the text in the field. */
function nextIndex(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  return undefined;
}
