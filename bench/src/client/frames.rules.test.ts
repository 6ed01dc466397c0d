import { describe, expect, it } from '@jest/globals';
import { cutFrames } from './frames.rules.js';

describe('frames of an event stream', () => {
  const stream = ': keep-alive\n\nid: 1\nevent: accepted\ndata: {"a":1}\n\nid: 2\nevent: delta\ndata: {"text":"x"}\n\n';

  it('are the same wherever the bytes are cut', () => {
    const whole = cutFrames(stream).frames;
    expect(whole).toEqual([
      { event: 'accepted', data: '{"a":1}' },
      { event: 'delta', data: '{"text":"x"}' },
    ]);
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const first = cutFrames(stream.slice(0, cut));
      const second = cutFrames(first.rest + stream.slice(cut));
      expect([...first.frames, ...second.frames]).toEqual(whole);
      expect(second.rest).toBe('');
    }
  });
});
