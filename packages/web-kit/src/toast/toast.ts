import { useSyncExternalStore } from 'react';
import { afterToast, toastRemoveDelay, type Toast, type ToastAction, type ToastContent } from './toast.state.js';

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function dispatch(action: ToastAction): void {
  toasts = afterToast(toasts, action);
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one shown now, and says how to close it. */
export function toast(content: ToastContent): { id: number; dismiss: () => void } {
  const id = nextId++;
  dispatch({ do: 'show', toast: { ...content, id, open: true } });
  return { id, dismiss: () => closeToast(id) };
}

/** Closes a toast; it is removed after a long delay, so that its closing animation can be seen. */
export function closeToast(id: number): void {
  if (!toasts.some((shown) => shown.id === id && shown.open)) return;
  dispatch({ do: 'close', id });
  setTimeout(() => dispatch({ do: 'remove', id }), toastRemoveDelay);
}

/** Removes all toasts at once. */
export function clearToasts(): void {
  for (const { id } of toasts) dispatch({ do: 'remove', id });
}

/** The toasts now, newest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}
