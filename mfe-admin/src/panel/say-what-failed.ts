import { ApiError, toast } from '@polylogue/web-kit';

/** Something that failed, as a toast, in the server's own sentence where it said one. */
export function sayWhatFailed(error: unknown): void {
  const description =
    error instanceof ApiError ? error.sentence : error instanceof Error ? error.message : String(error);
  toast({ title: 'Error', description, variant: 'destructive' });
}
