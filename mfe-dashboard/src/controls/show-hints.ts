/** Milliseconds a mouse rests on a control before its hint is shown. */
const rest = 400;
/** Between a control and its hint, and between the hint and the window's edge. */
const gap = 6;

/** Shows hints in `box`, until what it answers is called. A finger has no use for them: it acts at once. */
export function showHints(box: HTMLElement): () => void {
  let at: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;

  // Every key calls it: where there is no hint, it looks for none.
  const hide = () => {
    if (!isWanted) return;
    isWanted = false;
    clearTimeout(timer);
    document.querySelector(`[aria-describedby="${box.id}"]`)?.removeAttribute('aria-describedby');
    box.hidePopover();
  };
  const show = (control: HTMLElement) => {
    box.textContent = control.dataset.hint ?? '';
    // A screen reader has read its name already.
    if (control.getAttribute('aria-label') !== box.textContent) control.setAttribute('aria-describedby', box.id);
    box.showPopover();
    place(box, control.getBoundingClientRect());
  };
  const goTo = (control: HTMLElement | undefined, wait: number) => {
    if (control === at) return;
    at = control;
    hide();
    if (!control) return;
    isWanted = true;
    timer = setTimeout(show, wait, control);
  };

  const stops: (() => void)[] = [hide];
  const on = <Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void) => {
    document.addEventListener(name, listener, true);
    stops.push(() => document.removeEventListener(name, listener, true));
  };
  // A hint may be pointed at itself, to be read at leisure.
  on('pointerover', ({ target, pointerType }) => {
    if (target !== box) goTo(pointerType === 'mouse' ? hintedAt(target) : undefined, rest);
  });
  on('focusin', ({ target }) => (target as Element).matches(':focus-visible') && goTo(hintedAt(target), 0));
  on('focusout', () => goTo(undefined, 0));
  on('pointerdown', ({ target, clientX, clientY }) => {
    hide();
    // Who presses a hint means what it covers.
    if (target === box) (document.elementFromPoint(clientX, clientY) as HTMLElement | null)?.click();
  });
  on('keydown', hide);
  // A panel that follows what streams moves no control outside of it.
  on('scroll', ({ target }) => at && (target as Node).contains(at) && hide());
  return () => stops.forEach((stop) => stop());
}

const hintedAt = (target: EventTarget | null) =>
  (target instanceof Element && target.closest<HTMLElement>('[data-hint]')) || undefined;

/** Above the control where there is room, else below; within the window. */
function place(box: HTMLElement, control: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const above = control.top - height - gap;
  const left = control.left + (control.width - width) / 2;
  box.style.top = `${above >= gap ? above : control.bottom + gap}px`;
  box.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
}
