import { exportFormat, type ExportFormat } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import styles from './export-menu.module.css';

const formatLabels: Readonly<Record<ExportFormat, string>> = {
  json: 'JSON, can be imported again',
  md: 'Markdown',
  txt: 'Plain text',
  csv: 'CSV for spreadsheets',
};

interface ExportMenuProps {
  label: string;
  /** Shows only the icon, where there is no room for the label. */
  isIconOnly?: boolean;
  isDisabled?: boolean;
  onChoose: (format: ExportFormat) => void;
}

/** A button that asks which kind of file. Closes on a choice, on Escape, and when the focus goes elsewhere. */
export function ExportMenu({ label, isIconOnly = false, isDisabled = false, onChoose }: ExportMenuProps) {
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
      <Button
        ref={button}
        {...(isIconOnly && { type: 'text', size: 'small', 'aria-label': label })}
        icon={<Download aria-hidden />}
        disabled={isDisabled}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {!isIconOnly && label}
      </Button>
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
              {formatLabels[format]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
