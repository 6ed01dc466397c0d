import { Ellipsis, type LucideIcon } from 'lucide-react';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './icon-button.js';
import styles from './more-menu.module.css';
import { popupContainer } from './popup-container.js';

interface MoreMenuProps {
  label: string;
  /** Its {@link MenuItem}s. */
  children: ReactNode;
  className?: string | undefined;
}

/** A button that opens a menu. The menu stands outside the panel, which would cut off what hangs over its edge. */
export function MoreMenu({ label, children, className }: MoreMenuProps) {
  const [position, setPosition] = useState<CSSProperties>();
  const anchor = useRef<HTMLSpanElement>(null);
  const open = () => {
    if (anchor.current) setPosition(positionAt(anchor.current.getBoundingClientRect()));
  };
  const close = () => {
    setPosition(undefined);
    anchor.current?.querySelector('button')?.focus();
  };
  return (
    <span ref={anchor} className={position ? undefined : className}>
      <IconButton
        label={label}
        icon={Ellipsis}
        isOpen={position !== undefined}
        onClick={() => (position ? setPosition(undefined) : open())}
      />
      {position && (
        <Outside>
          <Menu label={label} position={position} onClose={close}>
            {children}
          </Menu>
        </Outside>
      )}
    </span>
  );
}

/** Below the button, or above it where there is more room; never longer than that room. */
function positionAt({ top, bottom, right }: DOMRect): CSSProperties {
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - bottom;
  const side = top > below ? { bottom: clientHeight - top + gap } : { top: bottom + gap };
  return { ...side, right: clientWidth - right, maxHeight: Math.max(top, below) - gap - edge };
}

/** In pixels: from the button, and from the edge of the window. */
const [gap, edge] = [4, 8];

const Outside = ({ children }: { children: ReactNode }) =>
  createPortal(children, popupContainer(document.querySelector('main')));

interface MenuProps extends MoreMenuProps {
  position: CSSProperties;
  onClose: () => void;
}

function Menu({ label, children, position, onClose }: MenuProps) {
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
      style={position}
      onKeyDown={onKeyDown}
    >
      <CloseMenu value={onClose}>{children}</CloseMenu>
    </div>
  );
}

const CloseMenu = createContext(() => {});

interface MenuItemProps {
  label: string;
  icon: LucideIcon;
  onChoose: () => void;
}

/** One entry of a {@link MoreMenu}. It is gone before `onChoose` runs, so what that starts must not hang on it. */
export function MenuItem({ label, icon: Icon, onChoose }: MenuItemProps) {
  const close = useContext(CloseMenu);
  const choose = () => {
    close();
    onChoose();
  };
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={choose}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </button>
  );
}
