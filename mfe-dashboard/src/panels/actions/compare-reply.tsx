import { Diff } from 'lucide-react';
import { isGenerated } from '../../broadcasts/reply.rules.js';
import { IconButton } from '../../controls/icon-button.js';
import { useScreenActions } from '../screen-actions.js';
import type { ActionProps } from './panel-replies.rules.js';

/** Opens the differences between this reply and another; only texts can be compared. */
export function CompareReply({ replies: { displayName, finished }, className }: ActionProps) {
  const { openDrawer } = useScreenActions();
  if (finished?.messageId === undefined || isGenerated(finished)) return null;
  const { messageId } = finished;
  const compare = () => openDrawer({ shows: 'compare', messageId });
  const label = `Compare the reply of ${displayName}`;
  return <IconButton className={className} label={label} icon={Diff} onClick={compare} />;
}
