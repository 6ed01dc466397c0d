import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Tabs } from './tabs.js';

const tabs = ['One', 'Two', 'Three'].map((word) => ({ key: word, word }));

function Panel() {
  const [open, setOpen] = useState('One');
  return (
    <Tabs tabs={tabs} open={open} onOpen={setOpen}>
      About {open}
    </Tabs>
  );
}

afterEach(cleanup);

it('goes round by arrows, and to the ends by Home and End, as one stop of the Tab key', () => {
  render(<Panel />);
  const walked = ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home', 'x'].map((key) => {
    fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key });
    const selected = screen.getByRole('tab', { selected: true });
    expect([selected.tabIndex, screen.getByRole('tabpanel').textContent]).toEqual([0, `About ${selected.textContent}`]);
    expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    return selected.textContent;
  });
  expect(walked).toEqual(['Two', 'One', 'Three', 'One', 'Three', 'One', 'One']);
});
