import type { AiService } from '@polylogue/api-contract';
import { Voice } from '@polylogue/web-kit';
import { Check, Copy, Diff, Maximize2, Minimize2 } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { IconButton } from '../controls/icon-button.js';
import { MoreMenu } from './more-menu.js';
import type { PanelBadge } from './panel-badge.rules.js';
import { PanelBadgeView } from './panel-badge.js';
import type { PanelTools } from './panel-tools.js';
import styles from './panel-header.module.css';

interface PanelHeaderProps {
  service: Pick<AiService, 'displayName' | 'demo'>;
  badge: PanelBadge;
  tools: Pick<PanelTools, 'copy' | 'compare' | 'more'>;
  isMaximised: boolean;
  onMaximise: () => void;
}

const voices = { Processing: 'live', Connected: 'still', Unknown: 'still', Error: 'flat' } as const;

export const PanelHeader = memo(function PanelHeader(props: PanelHeaderProps) {
  const { service, badge, tools, isMaximised, onMaximise } = props;
  const name = service.displayName;
  return (
    <header className={styles.header}>
      <Voice state={voices[badge]} />
      <h2 title={name}>{name}</h2>
      {service.demo && <span className={styles.demo}>Demo</span>}
      <PanelBadgeView badge={badge} />
      <span className={styles.tools}>
        <span className={styles.onHover}>
          {tools.copy && <CopyReply name={name} onCopy={tools.copy} />}
          {tools.compare && (
            <IconButton
              className={styles.quiet}
              label={`Compare the reply of ${name}`}
              icon={Diff}
              onClick={tools.compare}
            />
          )}
          <MoreMenu className={styles.quiet} label={`More for ${name}`} actions={tools.more} />
        </span>
        <IconButton
          className={styles.maximise}
          label={isMaximised ? `Restore ${name}` : `Maximise ${name}`}
          icon={isMaximised ? Minimize2 : Maximize2}
          onClick={onMaximise}
        />
      </span>
    </header>
  );
});

function CopyReply({ name, onCopy }: { name: string; onCopy: () => Promise<void> }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      className={styles.quiet}
      label={isCopied ? 'Copied' : `Copy the reply of ${name}`}
      icon={isCopied ? Check : Copy}
      onClick={() => void onCopy().then(() => setCopied(true), console.error)}
    />
  );
}
