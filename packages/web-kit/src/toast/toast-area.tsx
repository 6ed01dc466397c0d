import * as Radix from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { toastDuration } from './toast.state.js';
import { closeToast, useToasts } from './toast.js';

// What Radix reads out; a swipe of 50 px to the right dismisses, F8 goes to the area.
export default function ToastArea() {
  const toasts = useToasts();
  return (
    <Radix.Provider duration={toastDuration} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toasts.map(({ id, open, title, description, variant = 'default' }) => (
        <Radix.Root
          key={id}
          open={open}
          className={`pl-toast pl-toast-${variant}`}
          type={variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => isOpen || leave(id)}
        >
          {variant === 'destructive' ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          <div>
            <Radix.Title className="pl-toast-title">{title}</Radix.Title>
            {description && <Radix.Description className="pl-toast-text">{description}</Radix.Description>}
          </div>
          <Radix.Close className="pl-icon-button" aria-label="Close">
            <X aria-hidden />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="pl-toasts" hotkey={['F8']} label="Notifications ({hotkey})" />
    </Radix.Provider>
  );
}

/** Closes a toast. Radix waits while one looks at it, and would go on waiting if the focus vanished with the toast. */
function leave(id: number): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.closest('.pl-toasts')) focused.blur();
  closeToast(id);
}
