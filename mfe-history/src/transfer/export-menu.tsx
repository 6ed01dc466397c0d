import type { ExportFormat } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ComparisonFile } from './download.api.js';
import styles from './export-menu.module.css';

/** What conversations can be saved as. */
export const conversationFormats: Readonly<Record<ExportFormat, string>> = {
  json: 'JSON, can be imported again',
  md: 'Markdown',
  txt: 'Plain text',
  csv: 'CSV for spreadsheets',
};

/** What a comparison can be saved as. */
export const comparisonFiles: Readonly<Record<ComparisonFile, string>> = {
  'html columns': 'Web page, side by side',
  'html turns': 'Web page, one after the other',
  'md columns': 'Markdown, side by side',
  'md turns': 'Markdown, one after the other',
  json: 'JSON, can be imported again',
  csv: 'CSV, a row per reply',
};

interface ExportMenuProps<Format extends string> {
  label: string;
  formats: Readonly<Record<Format, string>>;
  /** Shows only the icon, where there is no room for the label. */
  isIconOnly?: boolean;
  isDisabled?: boolean;
  onChoose: (format: Format) => void;
}

/** A button that asks which kind of file. Closes on a choice, on Escape, and when the focus goes elsewhere. */
export function ExportMenu<Format extends string>({
  label,
  formats,
  isIconOnly = false,
  isDisabled = false,
  onChoose,
}: ExportMenuProps<Format>) {
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
          {(Object.keys(formats) as Format[]).map((format) => (
            <button
              key={format}
              type="button"
              onClick={() => {
                setOpen(false);
                onChoose(format);
              }}
            >
              {formats[format]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
