import { Button } from '@polylogue/web-kit/antd';
import { Combine, Download, Eraser, Scale, SlidersHorizontal, type LucideIcon } from 'lucide-react';
import { useClear } from './clear.api.js';
import { useExportAll } from './export.api.js';
import styles from './session-actions.module.css';

interface SessionActionsProps {
  /** The services shown, by name. */
  shown: readonly string[];
  /** Whether a category filter hides some services. */
  isFiltered: boolean;
  hasConversations: boolean;
  canSummarize: boolean;
  onSummarize: () => void;
  /** Whether at least two services have replied to the same question. */
  canMap: boolean;
  onAgreement: () => void;
  onPresets: () => void;
}

/** What can be done with all conversations of this session at once. */
export function SessionActions(props: SessionActionsProps) {
  const { shown, isFiltered, hasConversations, canSummarize, onSummarize, canMap, onAgreement } = props;
  const { clear, isPending: isClearing } = useClear(isFiltered, shown);
  const { start: exportAll, isPending: isExporting } = useExportAll();
  return (
    <div className={styles.tools} data-tools>
      {hasConversations && (
        <Tool label="Summarize Responses" icon={Combine} isOff={!canSummarize} onClick={onSummarize} />
      )}
      {hasConversations && <Tool label="Agreement" icon={Scale} isOff={!canMap} onClick={onAgreement} />}
      <Tool label="Answer settings" icon={SlidersHorizontal} isOff={false} onClick={props.onPresets} />
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

/** Its label is hidden where there is no room for it; the accessible name stays. */
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
