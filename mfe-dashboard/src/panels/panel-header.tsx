import type { AiService } from '@polylogue/api-contract';
import { Voice } from '@polylogue/web-kit';
import { Maximize2, Minimize2 } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '../controls/icon-button.js';
import { MoreMenu } from '../controls/more-menu.js';
import { headerActions, menuActions } from './actions/actions.js';
import type { PanelReplies } from './actions/panel-replies.rules.js';
import type { PanelBadge } from './panel-badge.rules.js';
import { PanelBadgeView } from './panel-badge.js';
import styles from './panel-header.module.css';

interface PanelHeaderProps {
  service: Pick<AiService, 'displayName' | 'demo'>;
  badge: PanelBadge;
  replies: PanelReplies;
  isMaximised: boolean;
  onMaximise: () => void;
}

const voices = { Processing: 'live', Connected: 'still', Unknown: 'still', Error: 'flat' } as const;

export const PanelHeader = memo(function PanelHeader(props: PanelHeaderProps) {
  const { service, badge, replies, isMaximised, onMaximise } = props;
  const name = service.displayName;
  return (
    <header className={styles.header}>
      <Voice state={voices[badge]} />
      <h2 title={name}>{name}</h2>
      {service.demo && <span className={styles.demo}>Demo</span>}
      <PanelBadgeView badge={badge} />
      <span className={styles.tools}>
        <span className={styles.onHover}>
          {headerActions.map((Action, index) => (
            <Action key={index} className={styles.quiet} replies={replies} />
          ))}
          <MoreMenu className={styles.quiet} label={`More for ${name}`}>
            {menuActions.map((Action, index) => (
              <Action key={index} replies={replies} />
            ))}
          </MoreMenu>
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
