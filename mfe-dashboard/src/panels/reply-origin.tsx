import { Reasoning, Sources } from '@polylogue/web-kit/chat';
import type { Reply } from '../broadcasts/reply.rules.js';

/** What the model reasoned before this reply. */
export const ReplyReasoning = ({ reply: { generation } }: { reply: Reply }) =>
  generation?.reasoning ? <Reasoning text={generation.reasoning} /> : null;

/** What this reply drew on. */
export function ReplySources({ reply: { generation } }: { reply: Reply }) {
  return generation?.sources ? <Sources sources={generation.sources} omitted={generation.sourcesOmitted} /> : null;
}
