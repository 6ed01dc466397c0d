import { isGenerated, isOpen, visibleText, type Reply } from '../../broadcasts/reply.rules.js';
import type { Turn } from '../../broadcasts/turns.rules.js';

/** What the actions of a panel act on. */
export interface PanelReplies {
  readonly aiService: string;
  readonly displayName: string;
  /** No longer offered: nothing can be asked of it. */
  readonly isFormer: boolean;
  /** The newest turn, which Stop and Ask again act on. */
  readonly last: Turn | undefined;
  /** The newest reply that has ended with something to show: it is copied, compared and pinned. */
  readonly finished: Reply | undefined;
}

/** What every action is given. An action renders itself, or nothing while there is nothing for it to act on. */
export interface ActionProps {
  replies: PanelReplies;
  className?: string | undefined;
}

export function panelReplies(
  { name, displayName, former = false }: { name: string; displayName: string; former?: boolean | undefined },
  turns: readonly Turn[],
): PanelReplies {
  const isFinished = (reply: Reply) => !isOpen(reply) && (visibleText(reply) !== '' || isGenerated(reply));
  const finished = turns.findLast(({ reply }) => reply && isFinished(reply))?.reply;
  return { aiService: name, displayName, isFormer: former, last: turns.at(-1), finished };
}
