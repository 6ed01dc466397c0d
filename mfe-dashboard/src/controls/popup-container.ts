/** Where a list or menu opens: within what it belongs to, so that no text of the page stands outside its landmarks. */
export const popupContainer = (opener: Element | null): HTMLElement =>
  opener?.closest<HTMLElement>('[role="dialog"], main') ?? document.body;
