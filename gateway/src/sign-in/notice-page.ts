import { escapeHtml, pageFrame } from './page-frame.js';

/** Why a user was not signed in, and what to do now. */
export interface Notice {
  sentence: string;
  returnTo: string;
  /** Whether to offer the local accounts, for when the issuer is away. */
  offersLocal: boolean;
}

/** The page for a user who could not be signed in. */
export function noticePage({ sentence, returnTo, offersLocal }: Notice): string {
  const query = `returnTo=${encodeURIComponent(returnTo)}`;
  const local = `<a href="/api/login?local&#38;${query}">Use a local account</a>`;
  return pageFrame(
    'Not signed in',
    `<section class="notice" aria-labelledby="notice-title">
<h1 id="notice-title">You are not signed in</h1>
<p class="alert" role="alert">${escapeHtml(sentence)}</p>
<p class="ways"><a class="button primary" href="/api/login?${query}">Sign in again</a>${offersLocal ? local : ''}</p>
</section>`,
  );
}
