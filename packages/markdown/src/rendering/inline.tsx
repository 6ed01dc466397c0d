import { Image } from 'lucide-react';
import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { decodeEntities } from './decode-entities.js';
import { Formula } from './formula.js';
import { GrowingText } from './growing-text.js';
import type { Maths } from '../lexing/maths.js';
import { safeLink } from './safe-link.js';

interface InlineProps {
  tokens: readonly Token[] | undefined;
  /** Its end is where the reply grows. */
  grows?: boolean;
}

/** Inline tokens as elements. Raw HTML of a reply is text like any other; nothing here parses it. */
export function Inline({ tokens = [], grows = false }: InlineProps): ReactNode {
  return tokens.map((token, index) => (
    <Fragment key={index}>
      {grows && index === tokens.length - 1 ? endOf(token as MarkedToken) : inlineOf(token as MarkedToken | Maths)}
    </Fragment>
  ));
}

const endOf = (token: MarkedToken): ReactNode =>
  token.type === 'text' && !('tokens' in token && token.tokens) ? (
    <GrowingText text={decodeEntities(token.text)} />
  ) : (
    inlineOf(token)
  );

function inlineOf(token: MarkedToken | Maths): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{<Inline tokens={token.tokens} />}</strong>;
    case 'em':
      return <em>{<Inline tokens={token.tokens} />}</em>;
    case 'del':
      return <del>{<Inline tokens={token.tokens} />}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'maths':
      return <Formula text={token.text} isDisplayed={token.isDisplayed} />;
    case 'br':
      return <br />;
    case 'link':
      return <OutsideLink href={token.href}>{<Inline tokens={token.tokens} />}</OutsideLink>;
    case 'image':
      return <RemoteImage {...token} />;
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? <br /> : token.raw;
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} /> : decodeEntities(token.text);
    case 'escape':
      return decodeEntities(token.text);
    default:
      return token.raw;
  }
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  const address = safeLink(href);
  if (!address) return children;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" title={address}>
      {children}
    </a>
  );
}

/** Loading a picture would reveal to its server who reads what, and when: the user decides, in a tab of their own. */
function RemoteImage({ href, text }: Tokens.Image) {
  const label = decodeEntities(text) || 'Image';
  return (
    <OutsideLink href={href}>
      <Image size={14} strokeWidth={1.75} aria-hidden="true" />
      {` ${label}`}
    </OutsideLink>
  );
}
