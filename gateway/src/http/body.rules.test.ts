import { describe, expect, it } from '@jest/globals';
import { formOf, jsonOf } from './body.rules.js';

const json = 'application/json';

describe('a body of JSON', () => {
  it.each([
    ['{"a":"ä"}', json, { a: 'ä' }],
    [' [1]\n', `${json}; charset=UTF-8`, [1]],
    ['\ufeff{}', `${json};charset="utf-8"`, {}],
    ['', json, {}],
  ])('%j of %s says %j', (text, type, value) => expect(jsonOf(Buffer.from(text), type)).toEqual(value));

  it('may be written in UTF-16', () => {
    expect(jsonOf(Buffer.from('{"a":"ä"}', 'utf16le'), `${json}; charset=utf-16`)).toEqual({ a: 'ä' });
  });

  it('takes no name for more than a name', () => {
    const value = jsonOf(Buffer.from('{"__proto__":{"role":"admin"}}'), json);
    expect([Object.getPrototypeOf(value), 'role' in value]).toEqual([Object.prototype, false]);
  });

  it.each([['{"a":'], ['"text"'], ['null'], ['7'], ['undefined']])('%s is refused', (text) => {
    expect(() => jsonOf(Buffer.from(text), json)).toThrow(expect.objectContaining({ code: 'invalid_json' }));
  });

  it.each(['klingon', 'iso-8859-1', 'x-user-defined'])('of charset %s is refused', (charset) => {
    const read = () => jsonOf(Buffer.from('{}'), `${json}; charset=${charset}`);
    expect(read).toThrow(expect.objectContaining({ code: 'unsupported_type' }));
  });
});

describe('a form', () => {
  const type = 'application/x-www-form-urlencoded';

  it('says what its fields say', () => {
    const fields = formOf(Buffer.from('a=1+2&a=%C3%A4&b=&__proto__=x'), type);
    expect(Object.entries(fields)).toEqual(Object.entries({ a: ['1 2', 'ä'], b: '', ['__proto__']: 'x' }));
    expect(formOf(Buffer.from('a=\xe4', 'latin1'), `${type}; charset=iso-8859-1`)).toEqual({ a: 'ä' });
    expect(formOf(Buffer.from(''), type)).toEqual({});
  });

  it('of more fields than any page has is refused', () => {
    const form = (count: number) => Buffer.from(Array.from({ length: count }, (_, at) => `f${at}=x`).join('&'));
    expect(Object.keys(formOf(form(20), type))).toHaveLength(20);
    expect(() => formOf(form(21), type)).toThrow(expect.objectContaining({ code: 'body_too_large' }));
  });
});
