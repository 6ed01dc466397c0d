import { toast } from '@polylogue/web-kit';
import { requestOf, useSendAffordable } from '@polylogue/web-kit/estimate';
import { useRef } from 'react';
import { useBroadcastList, useBroadcasts } from '../broadcasts/broadcasts.js';
import { isOpen } from '../broadcasts/reply.rules.js';
import { noServiceToast } from '../broadcasts/send-outcome.rules.js';
import type { ChosenPrompt } from '../prompts/chosen-prompt.state.js';
import { fillPrompt } from '../prompts/fill-prompt.js';
import { contentOf } from './attachment.rules.js';
import type { AttachmentState } from './attachment.state.js';
import type { Compose } from './compose.state.js';
import type { Pending } from './send.rules.js';

/** What is on its way now. */
export function usePending(): Pending {
  const open = useBroadcastList().filter(({ kind, replies }) => kind !== 'retry' && replies.some(isOpen));
  if (open.some(({ kind }) => kind === 'file')) return 'file';
  return open.length > 0 ? 'send' : undefined;
}

type Draft = readonly [string, (draft: string) => void, (sent: string) => void];

/**
 * Sends what stands in the box, with its files when there are some; a prompt of the library is filled first. True when a service
 * was selected.
 */
export function useSend(
  compose: Compose,
  [draft, , clearDraft]: Draft,
  attached: AttachmentState,
  prompt: ChosenPrompt | undefined,
): () => boolean {
  const follower = useBroadcasts();
  const sendAffordable = useSendAffordable();
  const { files, begin, onSent, settle, clear } = attached;
  const isFilling = useRef(false);
  const send = (message: string) => {
    const body = { message, selectedAIs: [...compose.selected], mode: compose.mode };
    if (files.length === 0) {
      void follower.send(body, () => clearDraft(draft));
      return;
    }
    const onDone = (results: readonly { success: boolean }[]) => {
      // When no service could read them the form stays, to be sent again.
      if (!results.some(({ success }) => success)) return;
      clearDraft(draft);
      clear();
    };
    const hooks = { onSent, onAccepted: settle, onDone, signal: begin() };
    void follower.sendFiles({ ...body, files }, hooks).then((isThere) => isThere || settle());
  };
  return () => {
    if (compose.selected.length === 0) {
      toast(noServiceToast);
      return false;
    }
    const sendText = (text: string) =>
      sendAffordable(requestOf(text, compose.selected, { files: contentOf(files) }), () => send(text));
    if (!prompt) sendText(draft);
    // A second Enter must not send twice.
    else if (!isFilling.current) {
      isFilling.current = true;
      void fillPrompt(draft, prompt)
        .then((text) => text !== undefined && sendText(text))
        .finally(() => (isFilling.current = false));
    }
    return true;
  };
}
