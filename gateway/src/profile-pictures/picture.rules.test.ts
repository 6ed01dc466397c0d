import { expect, it } from '@jest/globals';
import { pictureType } from './picture.rules.js';

it.each([
  ['89504e470d0a1a0a00', 'image/png'],
  ['ffd8ffe000104a46', 'image/jpeg'],
  [Buffer.from('GIF89a..').toString('hex'), 'image/gif'],
  [Buffer.from('RIFF\n\0\0\0WEBPVP8 ').toString('hex'), 'image/webp'],
  [Buffer.from('<svg onload="alert(1)">').toString('hex'), undefined],
  [Buffer.from('<!doctype html>').toString('hex'), undefined],
  ['', undefined],
])('the bytes %s are %s', (hex, type) => expect(pictureType(Buffer.from(hex, 'hex'))).toBe(type));
