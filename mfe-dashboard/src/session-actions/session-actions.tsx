import { Button } from '@polylogue/web-kit/antd';
import { Combine, Download, Eraser, type LucideIcon } from 'lucide-react';
import { leastResponses } from '../drawers/summary/summary.rules.js';
import { useClear, useExportAll } from './session-actions.api.js';
import styles from '../compose/compose.module.css';

interface DockToolsProps {
  /** How many services have answered; the summary takes the latest reply of each. */
  answered: number;
  hasConversations: boolean;
  isFiltered: boolean;
  shown: readonly string[];
  onSummarize: () => void;
}

/** What can be done with all that stands above. */
export function DockTools({ answered, hasConversations, isFiltered, shown, onSummarize }: DockToolsProps) {
  const { clear, isPending: isClearing } = useClear(isFiltered, shown);
  const { start: exportAll, isPending: isExporting } = useExportAll();
  return (
    <div className={styles.tools}>
      {hasConversations && (
        <Tool label="Summarize Responses" icon={Combine} isOff={answered < leastResponses} onClick={onSummarize} />
      )}
      <Tool label="Export All" icon={Download} isOff={isExporting} onClick={exportAll} />
      <Tool label="Clear All" icon={Eraser} isOff={isClearing} onClick={clear} />
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: LucideIcon;
  isOff: boolean;
  onClick: () => void;
}

/** Its word goes where there is no room for it; the name stays. */
const Tool = ({ label, icon: Icon, isOff, onClick }: ToolProps) => (
  <Button
    type="text"
    size="small"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
    icon={<Icon size={14} aria-hidden="true" />}
  >
    <span>{label}</span>
  </Button>
);
