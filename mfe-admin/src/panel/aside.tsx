import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useEscape } from './use-escape.js';
import styles from './list-and-aside.module.css';

interface AsideProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * What is opened of a list. It takes the focus, for on a narrow page it opens above the list, out of sight of who opened it
 * far below; Escape closes it, and whatever opened it has the focus again.
 */
export function Aside({ label, onClose, children }: AsideProps) {
  const aside = useRef<HTMLElement>(null);
  useEscape(aside, onClose);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    aside.current?.focus({ preventScroll: true });
    const { top } = aside.current!.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) aside.current!.scrollIntoView({ block: 'nearest' });
    return () => (opener as HTMLElement | null)?.focus?.();
  }, [opener]);
  return (
    <aside ref={aside} tabIndex={-1} className={`pl-card ${styles.aside}`} aria-label={label}>
      {children}
    </aside>
  );
}
