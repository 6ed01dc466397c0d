import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import {
  changeRubric,
  createRubric,
  getCurrentUser,
  listRubrics,
  previewRubric,
  removeRubric,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import Rubrics from './rubrics.js';

const id = '0191f0a0-0000-7000-8000-000000000001';
const criterion = { name: 'Kind', asks: 'Is it kind?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 2 };
const rubric = (change = {}) => ({
  id,
  version: 3,
  versionId: id,
  shared: false,
  isDefault: false,
  createdAt: '2026-11-21T09:12:00.000Z',
  text: { name: 'Tone', criteria: [criterion] },
  ...change,
});
const user = {
  id,
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'L',
  profileImageUrl: null,
  role: 'user',
  isApproved: true,
};

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [getCurrentUser, user],
    [listRubrics, { rubrics: [], builtInIsDefault: true }],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const type = (label: string, value: string, at = 0) =>
  fireEvent.change(screen.getAllByLabelText(label)[at]!, { target: { value } });

it('makes a rubric, and says beside each field what is missing', async () => {
  api.answer(createRubric, Response.json(rubric({ version: 1 }), { status: 201 }));
  renderScreen(<Rubrics />);
  fireEvent.click(await screen.findByRole('button', { name: 'New rubric' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save rubric' }));
  expect(await screen.findByText('The name of a criterion is missing.')).toBeTruthy();
  expect(api.callsOf(createRubric)).toEqual([]);
  // Only administrators share.
  expect(screen.queryByLabelText(/Share it/)).toBeNull();
  type('Name', 'Tone');
  type('Criterion name', 'Kind');
  type('Asks', 'Is it kind?');
  for (const [label, value] of [
    ['20', 'No.'],
    ['50', 'Half.'],
    ['80', 'Yes.'],
  ] as const)
    type(`What deserves ${label}`, value);
  type('Weight', '2');
  expect(screen.queryByRole('alert')).toBeNull();
  api.answer(listRubrics, { rubrics: [rubric()], builtInIsDefault: true });
  fireEvent.click(screen.getByRole('button', { name: 'Save rubric' }));
  expect(await screen.findByRole('heading', { name: /^Tone version 3/ })).toBeTruthy();
  expect(api.callsOf(createRubric)[0]!.body).toEqual({ text: { name: 'Tone', criteria: [criterion] }, shared: false });
});

it('saves a change as the next version, and shows the prompt', async () => {
  api.answer(listRubrics, { rubrics: [rubric()], builtInIsDefault: true });
  api.answer(previewRubric, { system: 'You assess one reply.', user: '(the question)' });
  api.answer(changeRubric, rubric({ version: 4 }));
  renderScreen(<Rubrics />);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Tone' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show the prompt' }));
  expect((await screen.findByLabelText('Prompt')).textContent).toContain('You assess one reply.');
  fireEvent.click(screen.getByRole('button', { name: 'Add a criterion' }));
  type('Criterion name', 'Brief', 1);
  fireEvent.click(screen.getByRole('button', { name: 'Remove criterion 2' }));
  type('Asks', 'Is it kind and plain?');
  fireEvent.click(screen.getByRole('button', { name: 'Save as version 4' }));
  await waitFor(() => expect(api.callsOf(changeRubric)).toHaveLength(1));
  expect(api.callsOf(changeRubric)[0]!.body).toEqual({
    text: { name: 'Tone', criteria: [{ ...criterion, asks: 'Is it kind and plain?' }] },
  });
});

it('asks before it removes, and leaves shared ones to administrators', async () => {
  const shared = rubric({
    id: id.replace('01', '02'),
    shared: true,
    isDefault: true,
    text: { name: 'House', criteria: [criterion] },
  });
  api.answer(listRubrics, { rubrics: [shared, rubric()], builtInIsDefault: false });
  api.answer(removeRubric, new Response(null, { status: 204 }));
  renderScreen(<Rubrics />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Tone' }));
  expect(screen.queryByRole('button', { name: 'Edit House' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(api.callsOf(removeRubric)[0]?.url).toContain(id));
});
