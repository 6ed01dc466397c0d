const operators: Record<string, { rank: number; apply: (a: number, b: number) => number }> = {
  '+': { rank: 1, apply: (a, b) => a + b },
  '-': { rank: 1, apply: (a, b) => a - b },
  '*': { rank: 2, apply: (a, b) => a * b },
  '/': { rank: 2, apply: (a, b) => a / b },
  '%': { rank: 2, apply: (a, b) => a % b },
  '^': { rank: 3, apply: (a, b) => a ** b },
};

/** The longest piece of a text that is an expression with at least one operator, tidied. */
export function findExpression(text: string): string | undefined {
  const plain = text.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-').replaceAll('**', '^');
  const spoken = plain.replace(/(\d)\s*(?:x|times)\s*(?=[\d(])/gi, '$1*').replace(/(\d)\s*plus\s*(?=[\d(])/gi, '$1+');
  const found = (spoken.match(/[-(\d][-\d.\s()+*/%^]*[\d)]/g) ?? []).filter((piece) =>
    /\d\s*[)\s]*[-+*/%^]\s*[-(\s]*\d/.test(piece),
  );
  return found.sort((a, b) => b.length - a.length)[0]?.replace(/\s+/g, '');
}

/** The value of an expression, or undefined when it is none or has no finite value. */
export function evaluate(expression: string): number | undefined {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/%^()]/g) ?? [];
  if (tokens.join('') !== expression || tokens.length > 200) return undefined;
  let at = 0;

  const value = (): number => {
    const token = tokens[at++];
    if (token === '-') return -climb(3);
    if (token === '+') return value();
    if (token !== '(') return Number(token ?? Number.NaN);
    const inner = climb(1);
    return tokens[at++] === ')' ? inner : Number.NaN;
  };
  const climb = (minRank: number): number => {
    let left = value();
    for (let next = operators[tokens[at] ?? '']; next && next.rank >= minRank; next = operators[tokens[at] ?? '']) {
      at++;
      left = next.apply(left, climb(next.rank === 3 ? 3 : next.rank + 1));
    }
    return left;
  };

  const result = climb(1);
  return at === tokens.length && Number.isFinite(result) ? Number(result.toPrecision(12)) : undefined;
}
