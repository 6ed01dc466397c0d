import { ApiError, toast } from '@polylogue/web-kit';

/** Says what was not done, and why: in the server's own sentence where it refused. */
export const sayFailed = (title: string) => (error: unknown) =>
  void toast({
    variant: 'destructive',
    title,
    description: error instanceof ApiError ? error.sentence : 'Please try again in a moment.',
  });
