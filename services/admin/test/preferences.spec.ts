import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PreferencesServiceDefinition } from '@polylogue/proto';
import { startAdmin, type AdminFixture } from './admin.fixture.js';

let fixture: AdminFixture;
beforeAll(async () => {
  fixture = await startAdmin();
});
afterAll(() => fixture.close());

const client = () => fixture.slice.client(PreferencesServiceDefinition);

describe('what a user wants', () => {
  it('is a question above a dollar, until they choose', async () => {
    const ada = fixture.as(await fixture.aUser());
    expect(await client().getPreferences({}, ada)).toEqual({ askAboveMicros: 1_000_000 });
    const chosen = { askAboveMicros: 2_500_000 };
    expect(await client().setPreferences({ preferences: chosen }, ada)).toEqual(chosen);
    expect(await client().setPreferences({ preferences: { askAboveMicros: 0 } }, ada)).toEqual({ askAboveMicros: 0 });
    expect(await client().setPreferences({ preferences: {} }, ada)).toEqual({ askAboveMicros: undefined });
    expect(await client().getPreferences({}, ada)).toEqual({ askAboveMicros: undefined });
  });

  it('is theirs alone', async () => {
    const [ada, bob] = [fixture.as(await fixture.aUser()), fixture.as(await fixture.aUser())];
    await client().setPreferences({ preferences: { askAboveMicros: 7 } }, ada);
    expect(await client().getPreferences({}, bob)).toEqual({ askAboveMicros: 1_000_000 });
    await expect(client().getPreferences({})).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('is an amount, or never', async () => {
    const ada = fixture.as(await fixture.aUser());
    for (const askAboveMicros of [-1, 10_000_000_001]) {
      const refused = client().setPreferences({ preferences: { askAboveMicros } }, ada);
      await expect(refused).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_preferences' });
    }
    expect(await client().getPreferences({}, ada)).toEqual({ askAboveMicros: 1_000_000 });
  });

  it('goes with the user', async () => {
    const eve = await fixture.aUser();
    await client().setPreferences({ preferences: { askAboveMicros: 7 } }, fixture.as(eve));
    await fixture.accounts.erasePerson({ userId: eve.id }, fixture.as(eve));
    expect(await fixture.rows('SELECT * FROM admin.preferences WHERE user_id = $1', [eve.id])).toEqual([]);
  });
});
