import { MessageSquareReply } from 'lucide-react';
import { MenuItem } from '../../controls/more-menu.js';
import { useScreenActions } from '../screen-actions.js';
import type { ActionProps } from './panel-replies.rules.js';

/** Writes the next message to this service alone. */
export function FollowUp({ replies: { aiService, isFormer } }: ActionProps) {
  const { followUp } = useScreenActions();
  if (isFormer) return null;
  return <MenuItem label="Follow up here only" icon={MessageSquareReply} onChoose={() => followUp(aiService)} />;
}
