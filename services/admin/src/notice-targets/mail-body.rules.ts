import type { HeldNotice } from './notice-delivery.entity.js';
import { headlineOf, linkOf, moreLine, testLine, type OutgoingMessage } from './outgoing-message.js';

/** Where the links of a mail lead. */
export interface MailLinks {
  unsubscribe: string;
  /** Of the mail that asks to confirm an address. */
  confirm?: string | undefined;
}

export interface MailBody {
  subject: string;
  text: string;
  html: string;
}

const confirmLines = [
  'Somebody with an account at Polylogue wants notices sent to this address. Confirm it within three days if that was you.',
  'If it was not, there is nothing to do: nothing else is sent here.',
];
const why = 'This address stands in an account at Polylogue under “Where to send notices”.';

/** A mail in both forms: plain text, and HTML that asks nothing of the program that shows it. */
export function mailBody(message: OutgoingMessage, links: MailLinks): MailBody {
  return { subject: headlineOf(message), text: textOf(message, links), html: htmlOf(message, links) };
}

function textOf(message: OutgoingMessage, { unsubscribe, confirm }: MailLinks): string {
  const parts = message.notices.map(({ title, lines, path }) =>
    [title, ...lines, linkOf(message, path) ?? ''].filter(Boolean).join('\n'),
  );
  const said = {
    confirm: [...confirmLines, confirm ?? ''],
    test: [testLine],
    notice: parts,
    digest: [headlineOf(message), ...parts, moreLine(message) ?? ''],
  }[message.purpose];
  const end = message.purpose === 'confirm' ? '' : `-- \n${why}\nStop sending here: ${unsubscribe}`;
  return `${[...said, end].filter(Boolean).join('\n\n')}\n`;
}

function htmlOf(message: OutgoingMessage, { unsubscribe, confirm }: MailLinks): string {
  const more = moreLine(message);
  const content = {
    confirm: [...confirmLines.map((line) => `<p>${escaped(line)}</p>`), button(confirm ?? '', 'Confirm this address')],
    test: [`<p>${escaped(testLine)}</p>`],
    notice: message.notices.map((each) => noticeOf(message, each, false)),
    digest: [...message.notices.map((each) => noticeOf(message, each, true)), more ? `<p>${escaped(more)}</p>` : ''],
  }[message.purpose];
  const end =
    message.purpose === 'confirm'
      ? ''
      : `<p class="end">${escaped(why)} <a href="${escaped(unsubscribe)}">Stop sending here</a></p>`;
  const headline = escaped(headlineOf(message));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${headline}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="from">Polylogue</p>
<h1>${headline}</h1>
${content.filter(Boolean).join('\n')}
${end}
</main>
</body>
</html>
`;
}

function noticeOf(message: OutgoingMessage, { title, lines, path }: HeldNotice, isOneOfMany: boolean): string {
  const url = linkOf(message, path);
  const head = isOneOfMany ? `<h2>${escaped(title)}</h2>` : '';
  const said = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  if (!isOneOfMany) return `${said}\n${url ? button(url, 'Open in Polylogue') : ''}`;
  const link = url
    ? `<p><a href="${escaped(url)}" aria-label="Open in Polylogue: ${escaped(title)}">Open in Polylogue</a></p>`
    : '';
  return `<section>${head}${said}${link}</section>`;
}

const button = (url: string, words: string) => `<p><a class="button" href="${escaped(url)}">${words}</a></p>`;

// Colours are those of the product's pages, light and dark.
const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f5f4f1; color: #1d1c1a;
  font: 15px/23px -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 24px; background: #fff; border: 1px solid #e5e3dd; border-radius: 12px; }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; overflow-wrap: anywhere; }
h2 { margin: 0 0 4px; font-size: 16px; line-height: 24px; overflow-wrap: anywhere; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
section { padding: 16px 0 4px; border-top: 1px solid #e5e3dd; }
section p { margin: 0 0 8px; }
a { color: #0b6472; }
.from { margin: 0 0 4px; color: #55534c; font-size: 13px; }
.button { display: inline-block; margin: 8px 0 4px; padding: 9px 16px; border-radius: 8px; background: #0b6472; color: #fff;
  font-weight: 600; text-decoration: none; }
.end { margin: 20px 0 0; padding-top: 16px; border-top: 1px solid #e5e3dd; color: #55534c; font-size: 13px; line-height: 20px; }
@media (prefers-color-scheme: dark) {
  body { background: #131312; color: #eceae4; }
  main { background: #1b1b1a; border-color: #2b2a28; }
  section, .end { border-color: #2b2a28; }
  a { color: #5cc2d1; }
  .from, .end { color: #b4b1a8; }
  .button { background: #5cc2d1; color: #131312; }
}
`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => entities[each] ?? each);
