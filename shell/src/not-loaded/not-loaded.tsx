import { toast } from '@polylogue/web-kit';
import { useEffect } from 'react';

/** In place of a part of the page that did not arrive, as after an upgrade: says so and closes what was opened. */
export function NotLoaded({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    toast({ title: 'This could not be loaded', description: 'Reload the page and try again.', variant: 'destructive' });
    onClose();
    // Once: the caller makes the function anew with each frame.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
