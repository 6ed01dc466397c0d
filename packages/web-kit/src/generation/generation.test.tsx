import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GenerationDetails } from './generation-details.js';
import { Reasoning } from './reasoning.js';
import { Sources } from './sources.js';

const generation = {
  service: { displayName: 'Claude', color: '#10a37f' },
  model: 'claude-5',
  responseModel: 'claude-5-2026-03-01',
  settings: { temperature: 0.2 },
  warnings: ['The setting "temperature" was ignored.'],
};

describe('the sources of a reply', () => {
  it('are numbered links in a new tab, and text where the address is none', () => {
    render(
      <Sources
        sources={[
          { url: 'https://example.org/a', title: 'A' },
          { url: 'javascript:alert(1)', title: 'B' },
        ]}
      />,
    );
    const [first, second] = within(screen.getByRole('list', { name: 'Sources' })).getAllByRole('listitem');
    const link = within(first!).getByRole('link', { name: '1 A example.org' });
    expect(link.getAttribute('href')).toBe('https://example.org/a');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(within(second!).queryByRole('link')).toBeNull();
    expect(second!.textContent).toBe('2B');
  });

  it('are six at first; the rest comes with a click, and how many were not kept', async () => {
    const sources = Array.from({ length: 64 }, (_none, index) => ({ url: `https://example.org/${index}` }));
    render(<Sources sources={sources} omitted={5} />);
    expect(screen.getAllByRole('link')).toHaveLength(6);
    expect(screen.queryByText(/not kept/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '58 more' }));
    expect(screen.getAllByRole('link')).toHaveLength(64);
    expect(screen.getByText('and 5 more, not kept')).toBeTruthy();
  });
});

describe('how a reply was generated', () => {
  it('is shown as far as it was recorded', () => {
    const usage = { input: 1200, output: 9, total: 1209, cached: 1024 };
    render(<GenerationDetails generation={generation} usage={usage} cost={undefined} />);
    expect(screen.getByText('claude-5-2026-03-01')).toBeTruthy();
    expect(screen.getByText('1,024')).toBeTruthy();
    expect(screen.getByText('The setting "temperature" was ignored.')).toBeTruthy();
    expect(screen.queryByText('Cost')).toBeNull();
  });

  it('names what it was expected to cost beside what it came to', () => {
    const estimated = { ...generation, estimate: { low: 0.03, high: 0.09, currency: 'USD' } };
    const cost = { amount: 0.0512, currency: 'USD', source: 'provider' as const };
    const { rerender } = render(<GenerationDetails generation={estimated} usage={undefined} cost={cost} />);
    expect(screen.getByText('$0.03–0.09, came to $0.051')).toBeTruthy();
    rerender(<GenerationDetails generation={estimated} usage={undefined} cost={undefined} />);
    expect(screen.getByText('$0.03–0.09')).toBeTruthy();
  });

  it('says that nothing was recorded of an old reply', () => {
    render(<GenerationDetails generation={undefined} usage={undefined} cost={undefined} />);
    expect(screen.getByText('not recorded')).toBeTruthy();
  });

  it('has its reasoning folded', async () => {
    render(<Reasoning text="Rows or tables?" />);
    expect(screen.getByRole('group').hasAttribute('open')).toBe(false);
    await userEvent.click(screen.getByText('Reasoning'));
    expect(screen.getByRole('group').hasAttribute('open')).toBe(true);
    expect(screen.getByText('Rows or tables?').tagName).toBe('P');
  });
});
