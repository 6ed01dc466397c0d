import { toast, useCurrentUser } from '@polylogue/web-kit';
import { requestOf, useSendAffordable } from '@polylogue/web-kit/estimate';
import { useRef } from 'react';
import type { Broadcast } from '../broadcasts/broadcast.state.js';
import { useBroadcastList, useBroadcasts } from '../broadcasts/broadcasts.js';
import { isOpen } from '../broadcasts/reply.rules.js';
import { noServiceToast } from '../broadcasts/send-outcome.rules.js';
import type { ChosenPrompt } from '../prompts/chosen-prompt.state.js';
import { fillPrompt } from '../prompts/fill-prompt.js';
import { contentOf } from './attachment.rules.js';
import type { AttachmentState } from './attachment.state.js';
import type { Compose } from './compose.state.js';
import type { Fold } from './fold.state.js';
import { endBlind } from './kept-compose.js';
import { queuedToast, type Queue } from './queue.state.js';
import type { Pending } from './send.rules.js';

/** What is on its way now. */
export function usePending(): Pending {
  const open = useBroadcastList().filter(({ kind, replies }) => kind !== 'retry' && replies.some(isOpen));
  if (open.some(({ kind }) => kind === 'file')) return 'file';
  return open.length > 0 ? 'send' : undefined;
}

type OnAccepted = (broadcast: Broadcast) => void;
type Draft = readonly [string, (draft: string) => void, (sent: string) => void];

const bodyOf = (message: string, { selected, mode, isBlind }: Compose, isQueued: boolean) => ({
  message,
  selectedAIs: [...selected],
  mode,
  ...(isBlind && { blind: true }),
  ...(isQueued && { queued: true }),
});

/**
 * Sends what stands in the box, with its files when there are some; a prompt of the library is filled first. True when a service
 * was selected.
 */
export function useSend(
  compose: Compose,
  [draft, , clearDraft]: Draft,
  attached: AttachmentState,
  prompt: ChosenPrompt | undefined,
  { fold, unfold }: Fold,
  queue: Queue,
): () => boolean {
  const follower = useBroadcasts();
  const sendAffordable = useSendAffordable();
  const { files, begin, onSent, settle, clear } = attached;
  const fill = useFill();
  const begun = useBegun(compose);
  // What could not be sent is read before it is sent once more.
  const ended = (isThere: boolean) => isThere || unfold();
  const send = (message: string) => {
    const isQueued = queue === 'free' && files.length === 0;
    const body = bodyOf(message, compose, isQueued);
    fold();
    if (files.length === 0) {
      const onAccepted = begun((broadcast) => {
        clearDraft(draft);
        if (isQueued) toast(queuedToast(broadcast));
      });
      void follower.send(body, onAccepted).then(ended);
      return;
    }
    const onDone = (results: readonly { success: boolean }[]) => {
      // When no service could read them the form stays, to be sent again.
      if (!results.some(({ success }) => success)) return;
      clearDraft(draft);
      clear();
    };
    const hooks = { onSent, onAccepted: begun(settle), onDone, signal: begin() };
    void follower.sendFiles({ ...body, files }, hooks).then((isThere) => {
      if (!isThere) settle();
      ended(isThere);
    });
  };
  return () => {
    if (compose.selected.length === 0) {
      toast(noServiceToast);
      return false;
    }
    const sendText = (text: string) =>
      sendAffordable(requestOf(text, compose.selected, { files: contentOf(files) }), () => send(text));
    fill(draft, prompt, sendText);
    return true;
  };
}

/** What is done once the server has a message: the one after a blind round is open. What could not be sent stays blind. */
function useBegun({ isBlind }: Compose): (after: OnAccepted) => OnAccepted {
  const userId = useCurrentUser().user?.id;
  return (after) => (broadcast) => {
    if (isBlind && userId) endBlind(userId);
    after(broadcast);
  };
}

/** Fills what is open in a prompt of the library; a text of one's own is sent as it stands. */
function useFill() {
  const isFilling = useRef(false);
  return (draft: string, prompt: ChosenPrompt | undefined, onFilled: (text: string) => void): void => {
    if (!prompt) return onFilled(draft);
    // A second Enter must not send twice.
    if (isFilling.current) return;
    isFilling.current = true;
    void fillPrompt(draft, prompt)
      .then((text) => text !== undefined && onFilled(text))
      .finally(() => (isFilling.current = false));
  };
}
