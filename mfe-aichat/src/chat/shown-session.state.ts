const key = 'polylogue.ai-chat.session';

/** Which conversation this browser shows; coming back finds it again. What it holds is the server's. */
export const shownSession = {
  read: (): string | undefined => attempt(() => localStorage.getItem(key)) ?? undefined,
  keep: (sessionId: string): void => void attempt(() => localStorage.setItem(key, sessionId)),
  forget: (): void => void attempt(() => localStorage.removeItem(key)),
};

// A browser that keeps nothing shows the list of conversations all the same.
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
