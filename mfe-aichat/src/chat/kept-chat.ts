import type { QueryClient } from '@tanstack/react-query';
import { ChatDriver, type ChatWorld } from '../conversation/chat-driver.js';
import { ChatStore } from '../conversation/chat-store.js';
import { emptySetup, type SetupForm } from '../setup/setup.state.js';

/** The conversation of this page, and its setup as it was last filled in. */
export interface KeptChat {
  readonly store: ChatStore;
  readonly driver: ChatDriver;
  readonly form: () => SetupForm;
  readonly keepForm: (form: SetupForm) => void;
}

// One per page, not per visit of this screen: two services go on talking while the user looks at History.
const chats = new WeakMap<QueryClient, KeptChat>();

const schedule = (paint: () => void) => void requestAnimationFrame(paint);

export function chatOf(client: QueryClient, world: ChatWorld): KeptChat {
  const known = chats.get(client);
  if (known) return known;
  const store = new ChatStore(schedule);
  const driver = new ChatDriver(store, world);
  let filledIn = emptySetup;
  const made = { store, driver, form: () => filledIn, keepForm: (form: SetupForm) => void (filledIn = form) };
  // Before the browser cuts its lines: a page that goes away has lost no connection.
  for (const leaving of ['pagehide', 'beforeunload']) addEventListener(leaving, () => driver.leave());
  chats.set(client, made);
  return made;
}
