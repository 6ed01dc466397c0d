import { Button } from '@polylogue/web-kit/antd';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

/** Puts a text on the clipboard and says so for two seconds. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      size="small"
      icon={<Icon size={14} aria-hidden="true" />}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true), console.error)}
    >
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
