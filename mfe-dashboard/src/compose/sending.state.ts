import type { AnswerSettings } from '@polylogue/api-contract';
import { toast, useCurrentUser } from '@polylogue/web-kit';
import { requestOf, useSendAffordable } from '@polylogue/web-kit/estimate';
import { useRef, type Dispatch } from 'react';
import type { Broadcast } from '../broadcasts/broadcast.state.js';
import { useBroadcastList, useBroadcasts } from '../broadcasts/broadcasts.js';
import { plannedOf } from '../comparison-settings/comparison-settings.rules.js';
import { isOpen } from '../broadcasts/reply.rules.js';
import { noServiceToast } from '../broadcasts/send-outcome.rules.js';
import type { ChosenPrompt } from '../prompts/chosen-prompt.state.js';
import { fillPrompt } from '../prompts/fill-prompt.js';
import { contentOf } from './attachment.rules.js';
import type { AttachmentState } from './attachment.state.js';
import type { Compose, ComposeAction } from './compose.state.js';
import type { Fold } from './fold.state.js';
import { endBlind, endSettings } from './kept-compose.js';
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

/** How services are to answer, where that goes with the message, and what is done once a comparison has begun by it. */
interface Answering {
  forNext: AnswerSettings | undefined;
  readBegun: (id: string | undefined) => Promise<void>;
}

/** What is sent, and what is done about it on the screen. */
interface Sending {
  compose: Compose;
  dispatch: Dispatch<ComposeAction>;
  answering: Answering;
  draft: Draft;
  attached: AttachmentState;
  prompt: ChosenPrompt | undefined;
  fold: Fold;
  queue: Queue;
  /** It goes out, or a question is asked about it. */
  onSend: () => void;
}

const bodyOf = (
  message: string,
  { selected, mode, isBlind }: Compose,
  settings: AnswerSettings | undefined,
  isQueued: boolean,
) => ({
  message,
  selectedAIs: [...selected],
  mode,
  ...(settings && { settings }),
  ...(isBlind && { blind: true }),
  ...(isQueued && { queued: true }),
});

/** Sends what stands in the box, with its files when there are some; a prompt of the library is filled first. */
export function useSend(sending: Sending): () => void {
  const { compose, draft, attached, prompt, answering, onSend } = sending;
  const sendAffordable = useSendAffordable();
  const fill = useFill();
  const post = usePost(sending);
  return () => {
    const { selected } = compose;
    if (selected.length === 0) return void toast(noServiceToast);
    const files = contentOf(attached.files);
    const settings = answering.forNext && plannedOf(answering.forNext);
    fill(draft[0], prompt, (text) => {
      sendAffordable(requestOf(text, selected, { files, settings }), () => post(text));
    });
    onSend();
  };
}

function usePost(sending: Sending): (message: string) => void {
  const { compose, answering, attached, queue } = sending;
  const [draft, , clearDraft] = sending.draft;
  const { fold, unfold } = sending.fold;
  const { files, begin, onSent, settle, clear } = attached;
  const follower = useBroadcasts();
  const begun = useBegun(sending);
  // What could not be sent is read before it is sent once more.
  const ended = (isThere: boolean) => isThere || unfold();
  return (message) => {
    const isQueued = queue === 'free' && files.length === 0;
    const body = bodyOf(message, compose, answering.forNext, isQueued);
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
}

/**
 * What is done once the server has a message: the one after a blind round is open, and the settings of a comparison that was to
 * begin stand with it. What could not be sent stays as it was.
 */
function useBegun({ compose: { isBlind, settings }, answering, dispatch }: Sending): (after: OnAccepted) => OnAccepted {
  const userId = useCurrentUser().user?.id;
  return (after) => (broadcast) => {
    if (isBlind && userId) endBlind(userId);
    if (settings && userId) {
      // Not before they are read where they are kept: shown in between, they would go and come.
      void answering.readBegun(broadcast.broadcastId).then(() => {
        endSettings(userId);
        dispatch({ do: 'settings', settings: undefined });
      });
    }
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
