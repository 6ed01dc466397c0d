import type { AiService } from '@polylogue/api-contract';
import { toast } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { listAiChatSessions } from '@polylogue/api-contract';
import { readSession } from '../conversation/ai-chat.api.js';
import type { ChatWorld } from '../conversation/chat-driver.js';
import { afterSetup, talkOfForm } from '../setup/setup.state.js';
import { faultOfStart } from '../setup/start.rules.js';
import { chatOf } from './kept-chat.js';
import { shownSession } from './shown-session.state.js';

/** The conversation on the screen, its setup, and what can be done with both. */
export function useChat(services: readonly AiService[], world: ChatWorld) {
  const client = useQueryClient();
  const [kept] = useState(() => chatOf(client, world));
  const { store, driver, keepForm } = kept;
  const conversation = useSyncExternalStore(store.subscribe, store.painted);
  const [form, dispatch] = useReducer(afterSetup, undefined, kept.form);
  useEffect(() => keepForm(form), [keepForm, form]);
  const refreshList = useRefreshedList(`${conversation.sessionId} ${conversation.phase === 'ended'}`);

  const open = useCallback(
    async (id: string) => {
      const session = await readSession(id).catch(() => undefined);
      if (!session) return false;
      shownSession.keep(id);
      void driver.open(session, services);
      const { talk } = store.now;
      if (talk) dispatch({ do: 'show', talk, message: session.initialMessage });
      return true;
    },
    [driver, store, services],
  );
  useReturn(open, store.now.sessionId);

  const start = () => {
    const fault = faultOfStart(form);
    if (fault) return void toast(fault);
    void driver.start(talkOfForm(form, services), form.message.trim());
    shownSession.keep(store.now.sessionId);
  };
  const clear = () => {
    driver.clear();
    shownSession.forget();
    dispatch({ do: 'clear' });
  };
  return { conversation, driver, form, dispatch, open, start, clear, refreshList };
}

/** Shows after a reload what was shown before; what this page has kept itself is there already. */
function useReturn(open: (id: string) => Promise<boolean>, kept: string): void {
  const hasReturned = useRef(kept !== '');
  useEffect(() => {
    const shown = shownSession.read();
    if (hasReturned.current || shown === undefined) return;
    hasReturned.current = true;
    void open(shown).then((isThere) => isThere || shownSession.forget());
  }, [open]);
}

/** The list of conversations is read anew when one begins or ends. */
function useRefreshedList(moment: string): () => void {
  const client = useQueryClient();
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: [listAiChatSessions.path] }), [client]);
  useEffect(refresh, [moment, refresh]);
  return refresh;
}
