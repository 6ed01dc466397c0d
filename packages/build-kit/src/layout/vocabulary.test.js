import { ruleTester } from './lint-rule.fixture.js';
import { vocabulary } from './vocabulary.js';

const user = 'user, caller or owner';
const event = 'event, or what was answered, sent or shown';

/** @param {string} code @param {string} name @param {string} word @param {string} standard */
const term = (code, name, word, standard) => ({
  code,
  errors: [{ message: `Name \`${name}\` by the standard term: not "${word}" but ${standard}.` }],
});

/** @param {string} code @param {string} name @param {string} word */
const limit = (code, name, word) => ({
  code,
  errors: [{ message: `Name the limit \`${name}\` with max or min in place of "${word}".` }],
});

ruleTester({ lang: 'ts' }).run('a name is the standard term', vocabulary, {
  invalid: [
    term('const told = 1;', 'told', 'told', event),
    term('function f(aPerson) {}', 'aPerson', 'person', user),
    term('class GrpcDoor {}', 'GrpcDoor', 'door', 'endpoint, server or transport'),
    term('type Neighbours = string;', 'Neighbours', 'neighbours', 'clients (calling) or upstreams (tests)'),
    term('const { id: toldId } = f();', 'toldId', 'told', event),
    term('interface CatalogueRow {}', 'CatalogueRow', 'catalogue', 'catalog'),
  ],
  valid: [
    "import { toPerson } from '@polylogue/proto';",
    'const answer = { person: 1, told: true };',
    '// Whoever is told of it may be somebody.\nconst user = 1;',
    'const { told: answered } = f();',
    'const indoors = 1;',
  ],
});

ruleTester({ lang: 'ts' }).run('a limit is max or min', vocabulary, {
  invalid: [
    limit('const longestWaitMs = 20_000;', 'longestWaitMs', 'longest'),
    limit('export const mostBytes = 2 * 1024;', 'mostBytes', 'most'),
    limit('const least = { name: 1, text: 3 };', 'least', 'least'),
  ],
  valid: [
    'const longest = Math.max(1, 2);',
    'const most = { ...rest };',
    'const least = {};',
    'let longest = 0;',
    'function f() { const largest = { servers: 0 }; }',
    'const maxMs = 1;',
  ],
});
