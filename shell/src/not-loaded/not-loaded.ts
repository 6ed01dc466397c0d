import { toast } from '@polylogue/web-kit';

/** Where a part of the page did not arrive, as after an upgrade: says so, and closes what was opened. */
export const notLoaded = (close: () => void) => (): void => {
  toast({ title: 'This could not be loaded', description: 'Reload the page and try again.', variant: 'destructive' });
  close();
};
