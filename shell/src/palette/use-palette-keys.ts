import { paths } from '@polylogue/web-kit';
import { useNavigate } from '@polylogue/web-kit/router';
import { useEffect, useRef, useState } from 'react';
import { meaningOf } from './palette-keys.rules.js';

/** Milliseconds within which the letter after G has to come. */
const patience = 1_000;

/** Listens to the keys that work on every screen; answers whether the palette is open. */
export function usePaletteKeys(isAdmin: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const afterG = event.timeStamp - pressedG.current < patience;
      const hasOwnKeys = location.pathname === paths.dashboard.href();
      const meaning = meaningOf(event, { isBusy: isBusy(event.target), isAdmin, afterG, hasOwnKeys });
      pressedG.current = meaning?.do === 'wait' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!meaning || meaning.do === 'wait') return;
      if (meaning.do === 'search') return goToSearch(event);
      event.preventDefault();
      if (meaning.do === 'go') void navigate(meaning.path);
      else setOpen((was) => was || !hasDialog());
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isAdmin, navigate]);
  return [isOpen, setOpen];
}

/** A screen without a search leaves the key to the browser. */
function goToSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLElement>('main input[type="search"]');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

// A question that waits for its answer is not covered by another; a drawer beside the page waits for none.
const hasDialog = () => document.querySelector('dialog:modal, [role="dialog"][aria-modal="true"]') !== null;

const isBusy = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable="true"], [role="combobox"], dialog, [role="dialog"], [role="menu"], [role="listbox"]',
  ) !== null;
