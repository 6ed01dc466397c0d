import type { AiService } from '@polylogue/api-contract';
import { toast } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { listAiChatSessions } from '@polylogue/api-contract';
import { readSession } from '../conversation/ai-chat.api.js';
import { ChatDriver, type ChatWorld } from '../conversation/chat-driver.js';
import { ChatStore } from '../conversation/chat-store.js';
import { afterSetup, emptySetup, talkOfForm } from '../setup/setup.state.js';
import { faultOfStart } from '../setup/start.rules.js';
import { shownSession } from './shown-session.state.js';

const schedule = (paint: () => void) => void requestAnimationFrame(paint);

/** The conversation on the screen, its setup, and what can be done with both. */
export function useChat(services: readonly AiService[], world: ChatWorld) {
  const [{ store, driver }] = useState(() => {
    const made = new ChatStore(schedule);
    return { store: made, driver: new ChatDriver(made, world) };
  });
  const conversation = useSyncExternalStore(store.subscribe, store.painted);
  const [form, dispatch] = useReducer(afterSetup, emptySetup);
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
  useReturn(open);
  useEffect(() => {
    const leave = () => driver.leave();
    // Before the browser cuts its lines: a page that goes away has lost no connection.
    addEventListener('pagehide', leave);
    addEventListener('beforeunload', leave);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('beforeunload', leave);
      leave();
    };
  }, [driver]);

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

/** Shows on return what was shown before. */
function useReturn(open: (id: string) => Promise<boolean>): void {
  const hasReturned = useRef(false);
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
