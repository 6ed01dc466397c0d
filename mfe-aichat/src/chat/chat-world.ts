import { toast } from '@polylogue/web-kit';
import { chatCalls } from '../conversation/ai-chat.api.js';
import type { ChatWorld } from '../conversation/chat-driver.js';
import { newId } from '../conversation/new-id.js';
import { toastOf } from '../conversation/notices.rules.js';

/** The world as it is. */
export const realWorld: ChatWorld = {
  calls: chatCalls,
  notify: (notice) => void toast(toastOf(notice)),
  newId,
  now: Date.now,
  random: Math.random,
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};
