const acts = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Does something once when an element is, or is about to be, in sight. Answers what gives that up. */
export function whenNear(element: Element, act: () => void): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    act();
    return () => undefined;
  }
  observer ??= new IntersectionObserver(reached, { rootMargin: '600px' });
  acts.set(element, act);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

function reached(entries: readonly IntersectionObserverEntry[], watching: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watching.unobserve(target);
    acts.get(target)?.();
  }
}
