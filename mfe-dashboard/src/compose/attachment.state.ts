import { toast } from '@polylogue/web-kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fileFault, oneFileToast } from './attachment.rules.js';

/** The one file the next message goes with. */
export interface Attachment {
  readonly file: File;
  /** Which part of it has gone out, while it does; 1 until the server has read it. */
  readonly sent?: number;
}

export interface AttachmentState {
  attachment: Attachment | undefined;
  /** Takes the first of what was chosen, dropped or pasted; says why when it cannot. */
  attach: (files: readonly File[]) => void;
  /** Takes it away, and ends its upload. */
  remove: () => void;
  /** Notes that the upload begins; answers the signal that ends it. */
  begin: () => AbortSignal;
  onSent: (fraction: number) => void;
  /** The server has it: from now on Stop stops the replies. */
  settle: () => void;
}

export function useAttachment(): AttachmentState {
  const [attachment, setAttachment] = useState<Attachment>();
  const upload = useRef<AbortController>(undefined);
  // The form an upload belongs to is gone with the screen.
  useEffect(() => () => upload.current?.abort(), []);
  const actions = useMemo(
    () => ({
      attach: ([file, ...others]: readonly File[]) => {
        if (!file) return;
        const fault = fileFault(file);
        if (fault) return void toast(fault);
        setAttachment({ file });
        if (others.length > 0) toast(oneFileToast(file.name));
      },
      remove: () => {
        upload.current?.abort();
        upload.current = undefined;
        setAttachment(undefined);
      },
      begin: () => {
        upload.current = new AbortController();
        setAttachment((now) => now && { ...now, sent: 0 });
        return upload.current.signal;
      },
      onSent: (sent: number) => setAttachment((now) => (now?.sent === undefined ? now : { ...now, sent })),
      settle: () => {
        upload.current = undefined;
        setAttachment((now) => now && { file: now.file });
      },
    }),
    [],
  );
  return { attachment, ...actions };
}
