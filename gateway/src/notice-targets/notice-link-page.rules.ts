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
body { margin: 0; padding: 48px 12px; background: #f5f4f1; color: #1d1c1a;
  font: 15px/23px -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 24px; background: #fff; border: 1px solid #e5e3dd; border-radius: 12px; }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.from { margin: 0 0 4px; color: #55534c; font-size: 13px; }
button { padding: 10px 16px; border: 0; border-radius: 8px; background: #0b6472; color: #fff; font: inherit; font-weight: 600;
  cursor: pointer; }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  body { background: #131312; color: #eceae4; }
  main { background: #1b1b1a; border-color: #2b2a28; }
  .from { color: #b4b1a8; }
  button { background: #5cc2d1; color: #131312; }
}
`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => entities[each] ?? each);
