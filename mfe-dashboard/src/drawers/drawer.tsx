import { X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './drawer.module.css';
import { IconButton } from '../controls/icon-button.js';

interface DrawerProps {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the page's right edge. The page beside it stays in use: replies go on, and toasts are seen. */
export function Drawer({ title, isWide = false, onClose, children }: DrawerProps) {
  const titleId = useId();
  const drawer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    drawer.current?.focus();
    // Back to where it was opened from, unless the user has gone elsewhere meanwhile.
    const own = drawer.current;
    return () => {
      const isHere = own?.contains(document.activeElement) || document.activeElement === document.body;
      if (isHere && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it, wherever in it the focus is
    <div
      ref={drawer}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles.drawer}
      data-wide={isWide || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" icon={X} size={16} onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </div>,
    document.body,
  );
}
