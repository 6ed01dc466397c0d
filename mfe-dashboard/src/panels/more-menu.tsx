import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../controls/icon-button.js';
import { popupPlace } from '../controls/popup-place.js';
import styles from './more-menu.module.css';

/** One thing that can be done with a panel's reply. */
export interface MoreAction {
  label: string;
  icon: LucideIcon;
  onChoose: () => void;
}

interface MoreMenuProps {
  label: string;
  actions: readonly MoreAction[];
  className?: string | undefined;
}

/** The rest of what a panel offers. Outside the panel, which cuts off what hangs over its edge. */
export function MoreMenu({ label, actions, className }: MoreMenuProps) {
  const [place, setPlace] = useState<{ top: number; right: number }>();
  const anchor = useRef<HTMLSpanElement>(null);
  const open = () => {
    const box = anchor.current?.getBoundingClientRect();
    if (box) setPlace({ top: box.bottom + 4, right: document.documentElement.clientWidth - box.right });
  };
  const close = () => {
    setPlace(undefined);
    anchor.current?.querySelector('button')?.focus();
  };
  return (
    <span ref={anchor} className={place ? undefined : className}>
      <IconButton
        label={label}
        icon={Ellipsis}
        isOpen={place !== undefined}
        onClick={() => (place ? setPlace(undefined) : open())}
      />
      {place && (
        <Outside>
          <Menu label={label} actions={actions} place={place} onClose={close} />
        </Outside>
      )}
    </span>
  );
}

const Outside = ({ children }: { children: ReactNode }) =>
  createPortal(children, popupPlace(document.querySelector('main')));

interface MenuProps extends MoreMenuProps {
  place: { top: number; right: number };
  onClose: () => void;
}

function Menu({ label, actions, place, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  useEffect(() => entries()[0]?.focus(), []);
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) onClose();
    };
    // Scrolled away from what it belongs to, it would point at nothing.
    const onScroll = () => onClose();
    document.addEventListener('pointerdown', onPointerDown);
    window.addEventListener('resize', onScroll);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('resize', onScroll);
    };
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (next !== undefined) all.at(next % all.length)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      style={place}
      onKeyDown={onKeyDown}
    >
      {actions.map(({ label: words, icon: Icon, onChoose }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose();
            onChoose();
          }}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {words}
        </button>
      ))}
    </div>
  );
}
