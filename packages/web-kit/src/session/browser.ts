/** The browser itself; a test puts its own `go` in place. */
export const browser = {
  /** Leaves the page for another address of this origin. */
  go(href: string): void {
    window.location.assign(href);
  },
};
