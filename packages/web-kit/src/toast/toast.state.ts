/** How a toast looks; `destructive` is for failures. */
export type ToastVariant = 'default' | 'success' | 'destructive';

/** What a toast shows. */
export interface ToastContent {
  title: string;
  description?: string;
  variant?: ToastVariant;
}

/** A toast as it is kept. */
export interface Toast extends ToastContent {
  id: number;
  open: boolean;
}

/** At most one toast is shown at a time. */
export const toastLimit = 1;
/** Milliseconds a toast is shown. */
export const toastDuration = 5000;
/** Milliseconds after which a closed toast is removed. */
export const toastRemoveDelay = 1_000_000;

/** What can happen to toasts. */
export type ToastAction = { do: 'show'; toast: Toast } | { do: 'close'; id: number } | { do: 'remove'; id: number };

/** The toasts after `action`: the newest takes the place of the one shown. */
export function afterToast(toasts: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.do) {
    case 'show':
      return [action.toast, ...toasts].slice(0, toastLimit);
    case 'close':
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, open: false } : toast));
    case 'remove':
      return toasts.filter((toast) => toast.id !== action.id);
  }
}
