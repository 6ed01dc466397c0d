import { Link2 } from 'lucide-react';
import { MenuItem } from '../../controls/more-menu.js';
import { useScreenActions } from '../screen-actions.js';
import type { ActionProps } from './panel-replies.rules.js';

/** Opens the sources of all replies to the same question, side by side. */
export function ShowSources({ replies: { finished } }: ActionProps) {
  const { openDrawer } = useScreenActions();
  const { messageId, generation } = finished ?? {};
  if (messageId === undefined || !generation?.sources?.length) return null;
  const show = () => openDrawer({ shows: 'sources', messageId });
  return <MenuItem label="Sources side by side" icon={Link2} onChoose={show} />;
}
