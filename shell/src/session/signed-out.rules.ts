/** What a signed-out visitor sees at an address. */
export type SignedOutPage =
  { show: 'landing'; returnTo: string | undefined } | { show: 'admin-required' } | { show: 'not-found' };

const known = [
  /^\/history(\/[^/]+)?$/,
  /^\/ai-chat$/,
  /^\/quality-assessment$/,
  /^\/saved-queries$/,
  /^\/saved-queries\/new$/,
  /^\/saved-queries\/[^/]+\/(edit|results)$/,
];

/** Only '/' is served; a known screen shows the landing page and sign-in leads back to it. */
export function signedOutPage(address: string): SignedOutPage {
  const path = address.length > 1 ? address.replace(/\/$/, '') : address;
  if (path === '/') return { show: 'landing', returnTo: undefined };
  if (path === '/admin') return { show: 'admin-required' };
  if (known.some((screen) => screen.test(path))) return { show: 'landing', returnTo: path };
  return { show: 'not-found' };
}
