import { exportFormat, type ExportFormat } from '@polylogue/api-contract';
import { Dropdown } from '@polylogue/web-kit/heavy';
import type { ReactElement } from 'react';

const words: Readonly<Record<ExportFormat, string>> = {
  json: 'JSON, can be imported again',
  md: 'Markdown',
  txt: 'Plain text',
  csv: 'CSV for spreadsheets',
};

/** A button that asks which kind of file. */
export function ExportMenu({
  onChoose,
  children,
}: {
  onChoose: (format: ExportFormat) => void;
  children: ReactElement;
}) {
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: exportFormat.options.map((key) => ({ key, label: words[key] })),
        onClick: ({ key }) => onChoose(key as ExportFormat),
      }}
    >
      {children}
    </Dropdown>
  );
}
