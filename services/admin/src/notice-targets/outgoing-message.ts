import type { DeliveryPurpose, HeldNotice } from './notice-delivery.entity.js';

/** What one delivery says, whatever form its target takes. */
export interface OutgoingMessage {
  /** The same at every try. */
  id: string;
  purpose: DeliveryPurpose;
  notices: readonly HeldNotice[];
  /** Notices beyond those. */
  more: number;
  /** The public address of this installation; undefined when it is not configured. */
  publicUrl: string | undefined;
}

/** What came of a try. */
export type SendResult =
  | { isSent: true }
  | {
      isSent: false;
      /** Why, as a sentence. */
      fault: string;
      /** Trying again would not help. */
      isFinal?: boolean;
      /** The receiver wants nothing more. */
      isGone?: boolean;
      /** How long the receiver asks to be left alone. */
      askedMs?: number | undefined;
    };

export const linkOf = ({ publicUrl }: OutgoingMessage, path: string): string | undefined =>
  publicUrl === undefined ? undefined : new URL(path, publicUrl).href;

/** One line for a subject or a headline. */
export function headlineOf({ purpose, notices, more }: OutgoingMessage): string {
  if (purpose === 'test') return 'Test from Polylogue';
  if (purpose === 'confirm') return 'Confirm this address for notices';
  const [first] = notices;
  const count = notices.length + more;
  return count === 1 && first ? oneLine(first.title) : `${count} notices from Polylogue`;
}

export const testLine = 'This is what you asked to see in Your Account. Notices arrive here.';

export const moreLine = ({ more }: OutgoingMessage): string | undefined =>
  more === 0 ? undefined : `And ${more} more. All of them stand in Polylogue.`;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
