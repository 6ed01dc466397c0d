import { inlineSpreads } from './inline-spreads.js';
import { ruleTester } from './lint-rule.fixture.js';

const properties = { messageId: 'properties' };
const elements = { messageId: 'elements' };
const attributes = { messageId: 'attributes' };

ruleTester({ lang: 'jsx' }).run('inline-spreads', inlineSpreads, {
  invalid: [
    { code: 'x = { a, ...{ b, c } };', errors: [properties] },
    { code: 'x = [a, ...[b, c]];', errors: [elements] },
    { code: 'f(a, ...[b, c]);', errors: [elements] },
    { code: 'new F(...[b, c]);', errors: [elements] },
    { code: 'x = <F a {...{ b, c }} />;', errors: [attributes] },
  ],
  valid: [
    'x = { a, ...b, ...(c ? { d } : {}), ...f({ e }) };',
    'x = [a, ...b, ...(c ? [d] : []), ...[e, f].map(g)];',
    'f(...a, [...b]);',
    'x = <F {...a} b={{ ...c }} />;',
  ],
});
