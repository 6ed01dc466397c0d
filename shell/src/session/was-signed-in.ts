const key = 'polylogue-signed-in';

/** Whether this browser's last visit was a signed-in one: only a guess at what to show while the session is checked. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    return false;
  }
}

export function keepSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the landing page may show for a moment.
  }
}
