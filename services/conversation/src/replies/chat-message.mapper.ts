import { chatRole, type ChatMessage } from '@polylogue/proto';
import type { ThreadMessage } from './thread.rules.js';

export const toChatMessage = ({ role, content, pictures }: ThreadMessage): ChatMessage => ({
  role: chatRole.fromWord(role),
  content,
  ...(pictures && { pictures: { pictures: [...pictures] } }),
});
