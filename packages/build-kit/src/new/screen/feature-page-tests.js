/**
 * @import { Feature, Spelling } from '../names.js'
 * @import { MadeFile } from '../tree/tree.js'
 */

/** @param {Feature} feature @returns {MadeFile[]} the tests of a page, relative to its folder */
export const featurePageTests = ({ many, one }) => [
  [`${one.kebab}.rules.test.ts`, rulesTest(one)],
  [`${many.kebab}.test.tsx`, pageTest(many, one)],
];

/** @param {Spelling} one */
const rulesTest = (one) => `import { describe, expect, it } from '@jest/globals';
import { bodyOf } from './${one.kebab}.rules.js';

describe('the name of a ${one.words}', () => {
  it.each([
    [' Books ', { body: { name: 'Books' } }],
    [' ', { fault: 'Type a name.' }],
    ['a'.repeat(201), { fault: 'A name has at most 200 characters.' }],
  ])('%j', (name, read) => expect(bodyOf(name)).toEqual(read));
});
`;

/** @param {Spelling} many @param {Spelling} one */
const pageTest = (many, one) => `import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { add${one.pascal}, list${many.pascal}, type ${one.pascal} } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import ${many.pascal} from './${many.kebab}.js';

const one = (name: string): ${one.pascal} => ({
  id: '0191f0a0-0000-7000-8000-000000000001',
  name,
  createdAt: '2026-01-02T09:00:00.000Z',
});
let kept: ${one.pascal}[];
let api: FakeApi;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  kept = [];
  api = fakeApi([
    [list${many.pascal}, () => kept],
    [
      add${one.pascal},
      () => {
        kept = [one('First')];
        return Response.json(kept[0], { status: 201 });
      },
    ],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const add = (name: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: name } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
};

describe('${many.title}', () => {
  it('is empty, and shows what was added', async () => {
    renderScreen(<${many.pascal} />);
    expect(await screen.findByRole('heading', { level: 2, name: 'No ${many.words} yet' })).toBeTruthy();
    add(' First ');
    expect((await screen.findByRole('listitem')).textContent).toContain('First');
    expect(api.callsOf(add${one.pascal}).map(({ body }) => body)).toEqual([{ name: 'First' }]);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(''));
  });

  it('asks nobody without a name', async () => {
    renderScreen(<${many.pascal} />);
    await screen.findByRole('textbox');
    add(' ');
    expect(screen.getByRole('alert').textContent).toBe('Type a name.');
    expect(api.callsOf(add${one.pascal})).toEqual([]);
  });

  it('says what the server said', async () => {
    const refusal = { error: 'It is away.', code: 'away', requestId: 'r' };
    api.answer(add${one.pascal}, () => Response.json(refusal, { status: 503 }));
    renderScreen(<${many.pascal} />);
    await screen.findByRole('textbox');
    add('First');
    expect((await screen.findByRole('alert')).textContent).toBe('It is away.');
  });

  it('says that nothing could be loaded, and tries again', async () => {
    api.answer(list${many.pascal}, () => Response.json({ error: 'No.' }, { status: 400 }));
    renderScreen(<${many.pascal} />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.answer(list${many.pascal}, [one('Kept')]);
    fireEvent.click(retry);
    expect(await screen.findByText('Kept')).toBeTruthy();
  });
});
`;
