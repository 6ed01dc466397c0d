import { exportFormat, type ExportFormat } from '@polylogue/api-contract';
import { useRef, useState, type ReactNode } from 'react';
import styles from './export-menu.module.css';

const words: Readonly<Record<ExportFormat, string>> = {
  json: 'JSON, can be imported again',
  md: 'Markdown',
  txt: 'Plain text',
  csv: 'CSV for spreadsheets',
};

interface ExportMenuProps {
  /** What stands on the button. */
  children: ReactNode;
  className: string;
  label?: string;
  isDisabled?: boolean;
  onChoose: (format: ExportFormat) => void;
}

/** A button that asks which kind of file. Closes on a choice, on Escape, and when the focus goes elsewhere. */
export function ExportMenu({ children, className, label, isDisabled = false, onChoose }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div
      role="presentation"
      className={styles.menu}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // What the menu stands in stays open.
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        disabled={isDisabled}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div className={styles.choices} role="group" aria-label="Format">
          {exportFormat.options.map((format) => (
            <button
              key={format}
              type="button"
              onClick={() => {
                setOpen(false);
                onChoose(format);
              }}
            >
              {words[format]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
