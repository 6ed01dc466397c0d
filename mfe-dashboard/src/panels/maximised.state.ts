import { useState } from 'react';

/** Which panel fills the screen, by its service; a service that is no longer shown leaves it. */
export function useMaximised(
  shown: readonly { name: string }[],
): readonly [string | undefined, (name: string | undefined) => void] {
  const [maximised, setMaximised] = useState<string>();
  return [shown.some(({ name }) => name === maximised) ? maximised : undefined, setMaximised];
}
