import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visibleText } from '../../broadcasts/reply.rules.js';
import { IconButton } from '../../controls/icon-button.js';
import type { ActionProps } from './panel-replies.rules.js';

/** Puts the text of a reply on the clipboard, and says so for two seconds. */
export function CopyReply({ replies: { displayName, finished }, className }: ActionProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const text = finished && visibleText(finished);
  if (!text) return null;
  return (
    <IconButton
      className={className}
      label={isCopied ? 'Copied' : `Copy the reply of ${displayName}`}
      icon={isCopied ? Check : Copy}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true), console.error)}
    />
  );
}
