import { ScrollText } from 'lucide-react';
import { MenuItem } from '../../controls/more-menu.js';
import { useScreenActions } from '../screen-actions.js';
import type { ActionProps } from './panel-replies.rules.js';

/** Opens the exact messages the service was given. */
export function ShowContext({ replies: { aiService, finished } }: ActionProps) {
  const { openDrawer } = useScreenActions();
  const messageId = finished?.messageId;
  if (messageId === undefined) return null;
  const show = () => openDrawer({ shows: 'context', aiService, messageId });
  return <MenuItem label="Show what was sent" icon={ScrollText} onChoose={show} />;
}
