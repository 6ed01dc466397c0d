import { useEffect, useRef, useState } from 'react';
import { useBroadcasts } from '../broadcasts/broadcasts.js';
import { panelId } from '../panels/reply-panel.js';
import { shortcutOf, type Shortcut } from './shortcuts.rules.js';

interface ShortcutTargets {
  names: readonly string[];
  maximised: string | undefined;
  onMaximise: (name: string | undefined) => void;
  onCompose: () => void;
  /** Set while a drawer is open. */
  onCloseDrawer: (() => void) | undefined;
}

/** Listens to the keys of the dashboard while it is shown; answers whether the sheet of shortcuts is open. */
export function useShortcuts(targets: ShortcutTargets): readonly [boolean, (isOpen: boolean) => void] {
  const follower = useBroadcasts();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const now = useRef<ScreenTargets>(undefined);
  useEffect(() => {
    const onStopAll = () => void follower.stopAll();
    now.current = { ...targets, onStopAll, onSheet: () => setSheetOpen(true) };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event.target) || scrollsSideways(event)) return;
      const shortcut = shortcutOf(event, isTyping(event.target));
      if (shortcut && now.current && act(shortcut, now.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return [isSheetOpen, setSheetOpen];
}

interface ScreenTargets extends ShortcutTargets {
  onSheet: () => void;
  onStopAll: () => void;
}

function act(shortcut: Shortcut, targets: ScreenTargets): boolean {
  const { names, maximised, onMaximise } = targets;
  const here = maximised ?? currentPanel();
  switch (shortcut.do) {
    case 'compose':
      targets.onCompose();
      return true;
    case 'sheet':
      targets.onSheet();
      return true;
    case 'leave':
      if (targets.onCloseDrawer) targets.onCloseDrawer();
      else if (maximised === undefined) targets.onStopAll();
      else onMaximise(undefined);
      return true;
    case 'maximise':
      onMaximise(maximised === undefined ? (here ?? names[0]) : undefined);
      return true;
    case 'panel':
      return goTo(names[shortcut.index], targets);
    case 'walk':
      return maximised !== undefined && act({ do: 'step', by: shortcut.by }, targets);
    case 'step': {
      const index = here === undefined ? -1 : names.indexOf(here);
      return goTo(names[(index + shortcut.by + names.length) % Math.max(1, names.length)], targets);
    }
  }
}

function goTo(name: string | undefined, { maximised, onMaximise }: ShortcutTargets): boolean {
  if (name === undefined) return false;
  if (maximised !== undefined) onMaximise(name);
  // A panel that was hidden a moment ago takes the focus only once it is shown.
  requestAnimationFrame(() => {
    const panel = document.getElementById(panelId(name));
    panel?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    panel?.focus({ preventScroll: true });
  });
  return true;
}

const currentPanel = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-panel]')?.dataset.panel;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="combobox"]') !== null;

/** A wide table or a piece of code in focus is scrolled by the arrows. */
const scrollsSideways = ({ key, target }: KeyboardEvent): boolean =>
  /^Arrow(Left|Right)$/.test(key) && target instanceof Element && target.scrollWidth > target.clientWidth;

/** What is open above the dashboard closes itself. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('dialog, [role="dialog"], select, .ant-select, .ant-dropdown, [role="menu"], [role="listbox"]') !==
    null;
