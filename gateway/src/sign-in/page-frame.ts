/** A whole page of ours around `body`. It works without a script and loads nothing but its own style. */
export function pageFrame(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Polylogue</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="/api/login.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/api/login.css">
</head>
<body>
<header><a href="/" class="brand">${mark}<span>Polylogue</span></a></header>
<main>
${body}
</main>
</body>
</html>
`;
}

const mark = `<svg viewBox="0 0 20 16" width="20" height="16" aria-hidden="true" fill="currentColor"><rect x="0" y="5" width="3" height="6" rx="1.5"/><rect x="5" y="0" width="3" height="16" rx="1.5"/><rect x="10" y="2" width="3" height="12" rx="1.5"/><rect x="15" y="6" width="3" height="4" rx="1.5"/></svg>`;

/** Whatever was typed or said, as text. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
