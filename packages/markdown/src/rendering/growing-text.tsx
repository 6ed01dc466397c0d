import { useLayoutEffect, useRef } from 'react';

/**
 * A text that grows at its end. What is new is appended to what stands there: a text node whose value is set anew has all its
 * words shaped and measured again, which for a long paragraph takes longer than all else that a token does.
 */
export function GrowingText({ text }: { text: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const shown = place.current?.firstChild;
    if (!(shown instanceof Text)) place.current?.append(text);
    else if (text.startsWith(shown.data)) shown.appendData(text.slice(shown.length));
    else shown.data = text;
  }, [text]);
  return <span ref={place} />;
}
