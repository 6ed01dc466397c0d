import type { LucideIcon } from 'lucide-react';
import styles from './icon-button.module.css';

interface IconButtonProps {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  className?: string | undefined;
  size?: number;
  /** Set where it opens a menu: whether that is open. */
  isOpen?: boolean;
}

/** An icon, its name for those who cannot see it, and its name for those who wonder. */
export function IconButton({ label, icon: Icon, onClick, className = '', size = 15, isOpen }: IconButtonProps) {
  const menu = isOpen === undefined ? {} : ({ 'aria-haspopup': 'menu', 'aria-expanded': isOpen } as const);
  return (
    <button
      type="button"
      className={`${styles.iconButton} ${className}`}
      aria-label={label}
      data-hint={label}
      onClick={onClick}
      {...menu}
    >
      <Icon size={size} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
