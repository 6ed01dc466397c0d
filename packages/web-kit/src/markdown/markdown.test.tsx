import { afterEach, expect, it, jest } from '@jest/globals';
import { BlockGrower } from '@polylogue/markdown/lexing';
import { render } from '@testing-library/react';
import { Markdown } from './markdown.js';

afterEach(() => void jest.restoreAllMocks());

it('shows a reply that cannot be drawn as its text, and what stands around it as ever', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(BlockGrower.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });
  const { container } = render(
    <>
      <h2>Panel</h2>
      <Markdown text={'**All**\nof it'} />
    </>,
  );
  expect(container.querySelector('h2')?.textContent).toBe('Panel');
  expect(container.querySelector('p')?.textContent).toBe('**All**\nof it');
});
