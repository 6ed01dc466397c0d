import { memo, useEffect, useRef, useState } from 'react';
import { whenNear } from './when-near.js';

interface FormulaProps {
  text: string;
  isDisplayed: boolean;
}

/**
 * A formula: to the letter until it is near and the code for it is there, then typeset. That code comes with the first
 * formula and not with the first reply.
 */
export const Formula = memo(function Formula({ text, isDisplayed }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<{ text: string; node: Node }>();
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const { typeset } = await import('./typeset.js');
      const node = isGone ? undefined : typeset(text, isDisplayed);
      if (node) setDrawn({ text, node });
    };
    // Without it the formula stays as it was written.
    const giveUp = place.current && whenNear(place.current, () => void draw().catch(() => undefined));
    return () => {
      isGone = true;
      giveUp?.();
    };
  }, [text, isDisplayed]);
  const isDrawn = drawn?.text === text;
  const kind = isDisplayed ? 'displayed' : '';
  return (
    <span ref={place} data-formula={kind} {...(isDrawn && isDisplayed && scrollable)}>
      {isDrawn ? <span ref={(host) => host?.replaceChildren(drawn.node)} /> : <code data-maths={kind}>{text}</code>}
    </span>
  );
});

/** What scrolls must be reachable by keyboard. */
const scrollable = { role: 'group', 'aria-label': 'Formula', tabIndex: 0 };
