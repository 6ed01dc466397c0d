import type { ToastContent } from '@polylogue/web-kit';
import type { Notice } from './chat-driver.js';

/** The toast of a notice. */
export function toastOf(notice: Notice): ToastContent {
  switch (notice.kind) {
    case 'started': {
      const [one, other] = notice.talk.sides;
      return { title: 'Conversation started', description: `${one.name} and ${other.name} are talking.` };
    }
    case 'stopped':
      return { title: 'Conversation stopped', description: 'Nothing more is sent. What was said is kept.' };
    case 'failed':
      return {
        title: 'Message failed',
        description: `Error from ${notice.service}: ${notice.error}`,
        variant: 'destructive',
      };
    case 'connection':
      return {
        title: 'Connection error',
        description: 'Failed to send message. Please try again.',
        variant: 'destructive',
      };
  }
}
