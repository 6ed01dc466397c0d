import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { Aside } from './aside.js';
import { useEscape } from './use-escape.js';

function Inner({ onLeave }: { onLeave: () => void }) {
  const area = useRef<HTMLDivElement>(null);
  useEscape(area, onLeave);
  return (
    <div ref={area}>
      <button type="button">Inside</button>
    </div>
  );
}

function Panel() {
  const [opened, setOpened] = useState<string>();
  const [hasInner, setInner] = useState(true);
  return (
    <>
      {['One', 'Two'].map((name) => (
        <button key={name} type="button" onClick={() => setOpened(name)}>
          {name}
        </button>
      ))}
      {opened && (
        <Aside key={opened} label={`About ${opened}`} onClose={() => setOpened(undefined)}>
          {hasInner && <Inner onLeave={() => setInner(false)} />}
        </Aside>
      )}
    </>
  );
}

const press = (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

afterEach(cleanup);

it('takes the focus, and gives it back to what opened it', () => {
  render(<Panel />);
  press('One');
  expect(focused()).toBe('About One');
  press('Two');
  expect(focused()).toBe('About Two');
  fireEvent.keyDown(screen.getByLabelText('About Two'), { key: 'a' });
  fireEvent.keyDown(screen.getByLabelText('About Two'), { key: 'Escape' });
  expect(screen.queryByLabelText('About Two')).toBeNull();
  expect(focused()).toBe('Two');
});

it('stays while something open in it is left', () => {
  render(<Panel />);
  press('One');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Inside' }), { key: 'Escape' });
  expect(screen.queryByRole('button', { name: 'Inside' })).toBeNull();
  expect(screen.getByLabelText('About One')).toBeTruthy();
});
