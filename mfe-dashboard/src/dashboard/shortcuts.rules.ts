/** What a key does. */
export type Shortcut =
  | { do: 'compose' }
  | { do: 'sheet' }
  | { do: 'maximise' }
  | { do: 'leave' }
  | { do: 'panel'; index: number }
  | { do: 'step'; by: 1 | -1 }
  // A step while one panel is read large.
  | { do: 'walk'; by: 1 | -1 };

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
}

/** Single keys rest while one types; Esc does not. */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey, isComposing }: Press,
  isTyping: boolean,
): Shortcut | undefined {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  if (key === 'Escape') return { do: 'leave' };
  if (isTyping) return undefined;
  if (/^[1-9]$/.test(key)) return { do: 'panel', index: Number(key) - 1 };
  switch (key) {
    case '/':
      return { do: 'compose' };
    case '?':
      return { do: 'sheet' };
    case 'm':
    case 'M':
      return { do: 'maximise' };
    case ']':
      return { do: 'step', by: 1 };
    case '[':
      return { do: 'step', by: -1 };
    case 'ArrowRight':
      return { do: 'walk', by: 1 };
    case 'ArrowLeft':
      return { do: 'walk', by: -1 };
    default:
      return undefined;
  }
}

export const shortcutRows: readonly (readonly [keys: readonly string[], label: string])[] = [
  [['Enter'], 'Send; while replies come, queue it for when they have ended'],
  [['Shift', 'Enter'], 'New line'],
  [['Esc'], 'Leave the maximised panel, else stop all replies'],
  [['/'], 'Write a message; in the empty box, choose a saved query'],
  [['1', '…', '9'], 'Go to a panel'],
  [['[', ']'], 'Previous or next panel'],
  [['M'], 'Maximise the panel, or restore it'],
  [['←', '→'], 'Previous or next panel while one is maximised'],
  [['F8'], 'Go to the notification'],
  [['Ctrl', 'K'], 'Search screens, services, comparisons and actions'],
  [['G', 'H'], 'Go to History; the search shows the keys of all screens'],
  [['?'], 'This sheet'],
];
