/** The browser itself; a test puts its own functions in place. */
export const browser = {
  /** Leaves the page for another address of this origin. */
  go(href: string): void {
    window.location.assign(href);
  },
  /** Begins the page anew: what it could not load is asked for again. */
  reload(): void {
    window.location.reload();
  },
};
