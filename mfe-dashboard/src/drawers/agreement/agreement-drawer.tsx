import type { AgreementCell, AiService } from '@polylogue/api-contract';
import type { Accent } from '@polylogue/web-kit';
import { AgreementMaps, clearPassage, showPassage } from '@polylogue/web-kit/agreement';
import { showEarlier } from '@polylogue/web-kit/streams';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Drawer } from '../drawer.js';
import type { FinishedReply } from '../finished-replies.rules.js';

interface AgreementDrawerProps {
  /** To one question. */
  replies: readonly FinishedReply[];
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  onReveal: (aiService: string) => void;
  onClose: () => void;
}

/** What the replies to the newest question agree on. A cell leads to the passage in its panel. */
export default function AgreementDrawer({ replies, services, accents, onReveal, onClose }: AgreementDrawerProps) {
  const content = useRef<HTMLDivElement>(null);
  const show = ({ messageId, quote }: AgreementCell) => {
    const aiService = replies.find((reply) => reply.messageId === messageId)?.aiService;
    if (!quote || !aiService) return;
    // What is hidden has no place to scroll to.
    flushSync(() => onReveal(aiService));
    const panel = document.querySelector<HTMLElement>(`[data-panel="${aiService}"]`);
    const reply = panel && replyIn(panel, messageId);
    if (!reply) return;
    if (isCovered(panel, content.current)) {
      panel.focus({ preventScroll: true });
      onClose();
    }
    showPassage(reply, quote);
  };
  const close = () => {
    clearPassage();
    onClose();
  };
  return (
    <Drawer title="Agreement" isWide onClose={close}>
      <div ref={content}>
        <AgreementMaps replies={replies} services={services} accents={accents} onShow={show} />
      </div>
    </Drawer>
  );
}

/** A reply in its panel. What was asked of that service since may have pushed it out of the page. */
function replyIn(panel: Element, messageId: string): Element | undefined {
  const find = () => panel.querySelector(`[data-reply="${messageId}"]`) ?? undefined;
  let reply = find();
  while (!reply && showEarlier(panel)) reply = find();
  return reply;
}

/** Whether the drawer stands over a panel. */
function isCovered(panel: Element, content: Element | null): boolean {
  const drawer = content?.closest('[role="dialog"]');
  return drawer != null && panel.getBoundingClientRect().right > drawer.getBoundingClientRect().left;
}
