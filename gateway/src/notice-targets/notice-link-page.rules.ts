export type LinkPage = 'confirm' | 'unsubscribe';

const words = {
  confirm: {
    title: 'Confirm this address',
    ask: (address: string) => `Notices of an account at Polylogue are to be sent to ${address}.`,
    button: 'Confirm this address',
    done: (address: string) => `${address} is confirmed. Notices are sent there from now on.`,
  },
  unsubscribe: {
    title: 'Stop notices by mail',
    ask: (address: string) => `Polylogue sends notices to ${address}.`,
    button: 'Stop sending here',
    done: (address: string) => `Nothing more is sent to ${address}. It can be switched on again in Your Account.`,
  },
};

/** Asks before anything is changed. The form goes to the address of the page itself, with its token. */
export const askPage = (purpose: LinkPage, address: string): string =>
  pageOf(
    words[purpose].title,
    `<p>${escaped(words[purpose].ask(address))}</p>
<form method="post"><button>${words[purpose].button}</button></form>`,
  );

export const donePage = (purpose: LinkPage, address: string): string =>
  pageOf('Done', `<p role="status">${escaped(words[purpose].done(address))}</p>`);

export const faultPage = (sentence: string): string =>
  pageOf('This did not work', `<p role="alert">${escaped(sentence)}</p>`);

const pageOf = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Polylogue</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="from">Polylogue</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 48px 12px; background: #f5f6f8; color: #1b1f29;
  font: 15px/23px -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 24px; background: #fff; border: 1px solid #e2e5eb; border-radius: 12px; }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.from { margin: 0 0 4px; color: #565d6d; font-size: 13px; }
button { padding: 10px 16px; border: 0; border-radius: 8px; background: #4338ca; color: #fff; font: inherit; font-weight: 600;
  cursor: pointer; }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { background: #12141a; color: #e7e9ee; }
  main { background: #1b1e26; border-color: #2e333f; }
  .from { color: #a4abb9; }
  button { background: #4f46e5; }
}
`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => entities[each] ?? each);
