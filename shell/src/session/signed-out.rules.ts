/** What a signed-out visitor sees at an address. */
export type SignedOutPage =
  | { show: 'landing'; returnTo: string | undefined }
  | { show: 'admin-required' }
  | { show: 'not-found' };

/** The screens of all slices: their routes are loaded for who is signed in, and links to them come by mail and from others. */
const known = [
  /^\/history(\/[^/]+)?$/,
  /^\/history\/shared\/[^/]+$/,
  /^\/ai-chat$/,
  /^\/quality-assessment(\/(rubrics|leaderboard|backtests|suites))?$/,
  /^\/quality-assessment\/(backtests|suites)\/[^/]+$/,
  /^\/quality-assessment\/backtests\/[^/]+\/compare$/,
  /^\/quality-assessment\/suites\/[^/]+\/assertions$/,
  /^\/saved-queries$/,
  /^\/saved-queries\/new$/,
  /^\/saved-queries\/[^/]+\/(edit|results)$/,
  /^\/admin\/account$/,
];

/** Only '/' is served; a known screen shows the landing page and sign-in leads back to it, with `rest`: its search and hash. */
export function signedOutPage(address: string, rest = ''): SignedOutPage {
  const path = address.length > 1 ? address.replace(/\/$/, '') : address;
  if (path === '/') return { show: 'landing', returnTo: undefined };
  if (path === '/admin') return { show: 'admin-required' };
  if (known.some((screen) => screen.test(path))) return { show: 'landing', returnTo: path + rest };
  return { show: 'not-found' };
}
