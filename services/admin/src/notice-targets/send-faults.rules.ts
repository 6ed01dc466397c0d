import type { SendResult } from './outgoing-message.js';

type Fault = Extract<SendResult, { isSent: false }>;

export const notAllowed: Fault = {
  isSent: false,
  fault: 'This address is in a network that is not allowed here.',
  isFinal: true,
};

/** What an answer other than 2xx means. */
export function faultOfStatus(status: number, retryAfter: string | undefined): Fault {
  if (status === 410) return { isSent: false, fault: 'It answered 410: it is gone.', isFinal: true, isGone: true };
  if (status >= 300 && status < 400) {
    return { isSent: false, fault: `It answered ${status}: it has moved. Enter the address it has now.` };
  }
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return { isSent: false, fault: `It answered ${status}.`, askedMs: seconds * 1000 };
}
