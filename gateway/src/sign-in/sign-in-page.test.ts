import { describe, expect, it } from '@jest/globals';
import { signInPage } from './sign-in-page.js';

describe('signInPage', () => {
  it('labels every field and says what a password needs', () => {
    const page = signInPage({ returnTo: '/history' });
    const ids = [...page.matchAll(/<input id="([\w-]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(6);
    for (const id of ids) expect(page).toContain(`<label for="${id}">`);
    expect(page).toContain('At least 10 characters.');
    expect(page).toContain('minlength="10"');
    expect([...page.matchAll(/autocomplete="([\w-]+)"/g)].map(([, kind]) => kind)).toEqual([
      'username',
      'current-password',
      'given-name',
      'family-name',
      'email',
      'new-password',
    ]);
    expect(page.match(/name="returnTo" value="\/history"/g)).toHaveLength(2);
  });

  it('has a field for the setup code only where the first account needs it', () => {
    expect(signInPage({ returnTo: '/' })).not.toContain('setupCode');
    const page = signInPage({ returnTo: '/', needsSetupCode: true });
    expect(page).toMatch(
      /<label for="sign-up-setupCode">Setup code<\/label>\n<input [^>]*name="setupCode"[^>]* autofocus>/,
    );
    expect(page).not.toContain('id="sign-in-setupCode"');
    const again = signInPage({
      returnTo: '/',
      needsSetupCode: true,
      form: 'sign-up',
      values: { setupCode: 'maple' },
      faults: { setupCode: 'The setup code is wrong.' },
    });
    expect(again).toContain('<p class="fault" id="sign-up-setupCode-fault">The setup code is wrong.</p>');
  });

  it('says what to do about a forgotten password, where there is one', () => {
    const forgotten = 'Forgot your password? An administrator makes a link';
    expect(signInPage({ returnTo: '/' })).toContain(forgotten);
    expect(signInPage({ returnTo: '/', isBreakGlass: true })).toContain(forgotten);
    expect(signInPage({ returnTo: '/', needsSetupCode: true })).not.toContain(forgotten);
  });

  it('holds no script and loads nothing from elsewhere', () => {
    const page = signInPage({ returnTo: '/' });
    expect(page).not.toMatch(/<script|\son\w+=|style=|https?:/);
  });

  it('keeps what was typed in the form that was sent, never the password, and points at the fault', () => {
    const page = signInPage({
      returnTo: '/',
      form: 'sign-up',
      values: { email: 'ada@example.org', firstName: 'Ada', password: 'secret-secret' },
      faults: { lastName: 'Enter your last name.' },
    });
    expect(page).toContain('value="ada@example.org"');
    expect(page.match(/ada@example.org/g)).toHaveLength(1);
    expect(page).not.toContain('secret-secret');
    expect(page).toContain('aria-invalid="true" aria-describedby="sign-up-lastName-fault" autofocus');
    expect(page.match(/autofocus/g)).toHaveLength(1);
    expect(page).toContain('<p class="fault" id="sign-up-lastName-fault">Enter your last name.</p>');
  });

  it('writes whatever was typed as text', () => {
    const values = { email: '"><script>alert(1)</script>' };
    const page = signInPage({ returnTo: '/?a="b', form: 'sign-in', values, fault: '<b>no</b>' });
    expect(page).not.toMatch(/<script>|<b>no/);
    expect(page).toContain('value="/?a=&#34;b"');
  });
});
