import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import type { Line } from '../conversation/conversation.state.js';
import { Ending } from './turn.js';

afterEach(cleanup);

const line: Line = { key: '1', speaker: 0, text: '', status: 'completed', startedAt: 0 };

it.each<[string, Partial<Line>]>([
  ['The reply is empty.', {}],
  ['', { text: 'Yes.' }],
  ['', { status: 'open' }],
  ['FailedIt is away.', { status: 'failed', error: 'It is away.' }],
])('a reply ends with "%s"', (ending, change) => {
  const { container } = render(<Ending line={{ ...line, ...change }} />);
  expect(container.textContent).toBe(ending);
});
