import type { SendResult } from '@polylogue/api-contract';
import { ApiError, type ToastContent } from '@polylogue/web-kit';

/** What is said when every reply has ended; nothing when the user stopped them all. */
export function outcomeToast(results: readonly Pick<SendResult, 'success' | 'status'>[]): ToastContent | undefined {
  const succeeded = results.filter(({ success }) => success).length;
  // A reply that the user stopped is no failure.
  const failed = results.filter(({ success, status }) => !success && status !== 'cancelled').length;
  if (failed > 0) {
    const description = `${failed} AI service(s) failed to respond`;
    return { title: 'Some services failed', description, variant: 'destructive' };
  }
  if (succeeded === 0) return undefined;
  const description = `Received responses from ${succeeded} AI service(s)`;
  return { title: 'Message sent successfully', description, variant: 'success' };
}

/** What is said when a message could not be sent. */
export function failureToast(fault: unknown): ToastContent {
  // Its first try had arrived, and had been sent in another way.
  if (fault instanceof ApiError && fault.code === 'idempotency_key_reused') return arrivedToast;
  const description = fault instanceof ApiError ? fault.sentence : String((fault as Error)?.message ?? fault);
  return { title: 'Failed to send message', description, variant: 'destructive' };
}

/** What is said when replies could not be stopped, or a message that waits not taken back: nothing has changed. */
export function stopFailureToast(waits: boolean, fault: unknown): ToastContent {
  const reason = fault instanceof ApiError ? fault.sentence : String((fault as Error)?.message ?? fault);
  return waits
    ? { title: 'The message could not be taken back', description: `It still waits. ${reason}`, variant: 'destructive' }
    : { title: 'The replies could not be stopped', description: `They go on. ${reason}`, variant: 'destructive' };
}

const arrivedToast: ToastContent = {
  title: 'Your message had arrived before',
  description: 'Nothing was sent again. Press Send once more to send it a second time.',
  variant: 'destructive',
};

export const noServiceToast: ToastContent = {
  title: 'No AI services selected',
  description: 'Please select at least one AI service',
  variant: 'destructive',
};

/** What is said when a file was read and every reply to it has ended; nothing when the user stopped them all. */
export function fileOutcomeToast(results: readonly Pick<SendResult, 'success' | 'status'>[]): ToastContent | undefined {
  const hasFailed = results.some(({ success, status }) => !success && status !== 'cancelled');
  if (!hasFailed && results.some(({ success }) => success)) {
    const description = 'Your file has been processed and sent to the selected AI services.';
    return { title: 'File analyzed successfully', description, variant: 'success' };
  }
  return outcomeToast(results);
}

/** What is said when a file could not be sent: the server's sentence, when it gave one. */
export function fileFailureToast(fault: unknown): ToastContent {
  const hasSentence = fault instanceof ApiError && fault.status !== 0 && fault.sentence !== fault.message;
  const description = hasSentence ? fault.sentence : 'Failed to send message with file';
  return { title: 'Error processing file', description, variant: 'destructive' };
}
